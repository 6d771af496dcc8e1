import {
  checkMigrations,
  diffSchemas,
  type Issue,
  type Migration,
  parseSchema,
  type Rename,
  type SchemaDiff,
  type SchemaDocument,
  schemaHash,
} from '@stele/schema';
import type { ProjectContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { ProjectLiveState } from '../publishing/model.ts';
import type { ConfirmedChange } from './confirm-token.ts';
import { type Examination, examine } from './examine.ts';
import { inferSchema } from './scan.store.ts';

/** A schema that somebody wants to push, with what's to become of entries. */
export interface ProposedSchema {
  readonly schema: SchemaDocument;
  readonly hash: string;
  readonly renames: readonly Rename[];
  readonly migrations: readonly Migration[];
}

/** What a proposed schema changes, and what that does to the entries that there are. */
export interface PreparedChange {
  readonly proposed: ProposedSchema;
  readonly diff: SchemaDiff;
  readonly examination: Examination;
  /** What a confirmation of it is bound to. */
  readonly confirmed: ConfirmedChange;
}

/** Reads what was pushed. @throws ApiError `validation_failed` with everything that's wrong */
export function readProposedSchema(input: {
  readonly schema: unknown;
  readonly renames?: readonly Rename[] | undefined;
  readonly migrations?: readonly Migration[] | undefined;
}): ProposedSchema {
  const { schema, issues } = parseSchema(input.schema);
  if (!schema) throw refused(issues, ['schema']);
  const { renames = [], migrations = [] } = input;
  const wrong = checkMigrations(schema, migrations);
  if (wrong.length > 0) throw refused(wrong);
  return { schema, hash: schemaHash(schema), renames, migrations };
}

/**
 * Compares a proposed schema with the active one and looks at the entries that it touches.
 *
 * @throws ApiError `validation_failed` when renames or migrations fit nothing that changes
 * @throws StateMoved when entries came meanwhile
 */
export async function prepareChange(
  { services }: ProjectContext,
  project: ProjectLiveState,
  proposed: ProposedSchema,
): Promise<PreparedChange> {
  const { pool } = services.database;
  const { schema, hash, renames, migrations } = proposed;
  const before = project.schema ?? (await inferSchema(pool, project.id));
  const { diff, issues } = diffSchemas(before, schema, { renames, migrations });
  if (issues.length > 0) throw refused(issues);
  const first = project.schema === null && before !== null;
  const now = services.clock.now();
  const examination = await examine({ pool, project, schema, diff, migrations, first, now });
  const confirmed = {
    projectId: project.id,
    baseVersion: project.schemaVersion,
    schemaHash: hash,
    renames,
    migrations,
  };
  return { proposed, diff, examination, confirmed };
}

function refused(issues: readonly Issue[], within: readonly string[] = []): ApiError {
  const details = issues.map(({ path, message }) => ({ path: [...within, ...path], message }));
  return new ApiError('validation_failed', { details });
}
