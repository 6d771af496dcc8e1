import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { schemaErrors } from './schema.names.ts';
import type { SchemaVersionView } from './schema.schemas.ts';
import { findSchemaVersion } from './schema.store.ts';

/** The active schema. @throws ApiError `schema.none_pushed` */
export async function getActiveSchema({ project, services }: ProjectContext): Promise<SchemaVersionView> {
  const active = await findSchemaVersion(services.database.pool, project.id, project.schemaVersion);
  if (!active) throw new ApiError(schemaErrors['schema.none_pushed']);
  return active;
}
