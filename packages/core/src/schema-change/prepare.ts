import {
  checkMigrations,
  completeSchema,
  type DiffResult,
  diffInSteps,
  type Issue,
  type Migration,
  type Rename,
  type SchemaDiff,
  type SchemaDocument,
  schemaHash,
} from '@stele/schema';
import { sha256 } from '@stele/snapshot';
import type { Pool } from 'pg';
import { inSteps, nextTurn } from '../platform/breaks.ts';
import { ErrorDetails } from '../platform/error-details.ts';
import { ApiError } from '../platform/errors.ts';
import type { WriteContext } from '../platform/write-context.ts';
import type { ProjectLiveState } from '../publishing/model.ts';
import type { ConfirmedChange } from './confirm-token.ts';
import { type Examination, examine } from './examine.ts';
import { inferSchema } from './scan.store.ts';
import type { Staging } from './staging.ts';

/** A pushed schema, with renames and migrations. */
export interface ProposedSchema {
  readonly schema: SchemaDocument;
  readonly hash: string;
  readonly renames: readonly Rename[];
  readonly migrations: readonly Migration[];
}

/** The changes of a proposed schema, and their effect on the existing entries. */
export interface PreparedChange {
  readonly diff: SchemaDiff;
  readonly examination: Examination;
  readonly confirmed: ConfirmedChange;
}

/** Parses a pushed schema, with breaks for other requests. @throws ApiError `validation_failed` with all errors */
export async function readProposedSchema(input: {
  /** A document whose form is checked. */
  readonly schema: unknown;
  readonly renames?: readonly Rename[] | undefined;
  readonly migrations?: readonly Migration[] | undefined;
}): Promise<ProposedSchema> {
  // Checking its form has taken a while already.
  await nextTurn();
  const { schema, issues, more } = completeSchema(input.schema);
  if (!schema) throw refused(issues, ['schema'], more);
  const { renames = [], migrations = [] } = input;
  const wrong = checkMigrations(schema, migrations);
  if (wrong.length > 0) throw refused(wrong);
  await nextTurn();
  return { schema, hash: schemaHash(schema, sha256), renames, migrations };
}

/**
 * Compares a proposed schema with the active one and examines the entries that it affects.
 *
 * @param staging receives the changes of entries; null to only count them
 * @throws ApiError `validation_failed` when renames or migrations match no change
 * @throws StateMoved when entries were created meanwhile
 */
export async function prepareChange(
  { services }: Pick<WriteContext, 'services'>,
  project: ProjectLiveState,
  proposed: ProposedSchema,
  staging: Staging | null,
): Promise<PreparedChange> {
  const { pool } = services.database;
  const { schema, hash, renames, migrations } = proposed;
  const before = project.schema ?? (await inferSchema(pool, project.id, null));
  const found = await inSteps(diffInSteps(before, schema, { renames, migrations }));
  await nextTurn();
  const { diff, issues } = project.schema
    ? await withLeftOver(pool, project.schema, project.id, proposed, found)
    : found;
  if (issues.length > 0) throw refused(issues);
  const first = project.schema === null && before !== null;
  const now = services.clock.now();
  const examination = await examine({ pool, project, schema, diff, migrations, first, now, staging });
  await nextTurn();
  const { id: projectId, schemaVersion: baseVersion } = project;
  const confirmed = { projectId, baseVersion, schemaHash: hash, renames, migrations };
  return { diff, examination, confirmed };
}

/**
 * A diff that includes entries whose collection is in the new schema but not in the active one. Their collection was removed
 * earlier, and they're in the trash or were restored from it. Their former schema is inferred from their values.
 */
async function withLeftOver(
  pool: Pool,
  active: SchemaDocument,
  projectId: string,
  { schema, migrations }: ProposedSchema,
  found: DiffResult,
): Promise<DiffResult> {
  const known = new Set(active.collections.map(({ key }) => key));
  const added = schema.collections.filter(({ key }) => !known.has(key));
  const keys = added.map(({ key }) => key);
  const grown = added.length > 0 ? await inferSchema(pool, projectId, keys) : null;
  if (!grown) return found;
  const { diff } = found;
  const among = { ...schema, collections: added };
  const { diff: left, issues } = await inSteps(diffInSteps(grown, among, { migrations }));
  const plans = left.collections.filter(({ before }) => before !== null);
  const has = new Set(diff.changes.map(({ id }) => id));
  const changes = left.changes.filter(
    ({ id, path }) => !has.has(id) && plans.some((plan) => plan.after?.key === path[0]),
  );
  // A migration is an error only if neither diff needs it.
  const needless = found.issues.filter(
    ({ path }) => path[0] !== 'migrations' || issues.some((one) => one.path[1] === path[1]),
  );
  return {
    diff: { ...diff, changes: [...diff.changes, ...changes], collections: [...diff.collections, ...plans] },
    issues: needless,
  };
}

function refused(issues: readonly Issue[], within: readonly string[] = [], more = 0): ApiError {
  const details = new ErrorDetails();
  for (const { path, message } of issues) details.add({ path: [...within, ...path], message });
  details.count(more);
  return new ApiError('validation_failed', { details: details.list() });
}
