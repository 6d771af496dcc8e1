import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { schemaErrors } from './schema.names.ts';
import type { SchemaVersionView } from './schema.schemas.ts';
import { findSchemaVersion } from './schema.store.ts';

/** A version of the schema as it was pushed. @throws ApiError `schema.version_not_found` */
export async function getSchemaVersion(
  { project, services }: ProjectContext,
  { version }: { readonly version: number },
): Promise<SchemaVersionView> {
  const found = await findSchemaVersion(services.database.pool, project.id, version);
  if (!found) throw new ApiError(schemaErrors['schema.version_not_found']);
  return found;
}
