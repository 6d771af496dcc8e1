import { type ClassifiedChange, type SchemaDocument, schemaHash, withoutRenames } from '@stele/schema';
import { StorageUnavailableError } from '@stele/storage';
import { ApiError, type ErrorCode } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type BuiltSnapshot, buildSnapshot } from '../../publishing/build-snapshot.ts';
import { snapshotExists } from '../../publishing/commit.store.ts';
import { countLiveRows } from '../../publishing/ledger.store.ts';
import type { ProjectLiveState } from '../../publishing/model.ts';
import { nextPublishedAt } from '../../publishing/round.ts';
import { StateMoved } from '../../publishing/state-moved.ts';
import { commitSchema } from '../../schema-change/commit.store.ts';
import { unconfirmed } from '../../schema-change/confirm-token.ts';
import { whileFrozen } from '../../schema-change/freeze.store.ts';
import {
  type PreparedChange,
  type ProposedSchema,
  prepareChange,
  readProposedSchema,
} from '../../schema-change/prepare.ts';
import { Staging } from '../../schema-change/staging.ts';
import type { ProjectContext } from '../context.ts';
import { type SyncResult, type SyncSchemaInput, toChangeView } from './schema.schemas.ts';
import { findSchemaVersion } from './schema.store.ts';

/** How often the change is worked out anew because entries changed or somebody published meanwhile. */
const MAX_ATTEMPTS = 5;
/** From which attempt on writes wait for it. */
const FREEZE_FROM = 3;

/**
 * Makes a schema the active one, and moves all entries and what is live to it: all or nothing. The schema that is
 * active already changes nothing.
 *
 * @throws ApiError `validation_failed`, `schema.version_conflict`, `schema.migration_required`,
 *   `schema.confirmation_required`, `unavailable`
 */
export async function syncSchema(ctx: ProjectContext, input: SyncSchemaInput): Promise<SyncResult> {
  const proposed = readProposedSchema(input);
  return ctx.services.publisher.exclusively(ctx.project.id, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const work = (): Promise<SyncResult> => attemptSync(ctx, input, proposed);
      try {
        if (attempt < FREEZE_FROM) return await work();
        return await whileFrozen(ctx.services.database.pool, ctx.project.id, work);
      } catch (error) {
        if (!(error instanceof StateMoved)) throw error;
      }
    }
    throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
  });
}

async function attemptSync(ctx: ProjectContext, input: SyncSchemaInput, proposed: ProposedSchema): Promise<SyncResult> {
  const { database, restorations, log } = ctx.services;
  const project = await restorations.loadLiveState(ctx.project.id);
  if (project.schema && schemaHash(project.schema) === proposed.hash) return unchanged(ctx, project);
  if (input.base_version !== project.schemaVersion) {
    const message = `The active schema is version ${project.schemaVersion}.`;
    const details = [{ path: ['base_version'], message, current_version: project.schemaVersion }];
    throw new ApiError('schema.version_conflict', { details });
  }
  const staging = new Staging(database.pool, proposed.schema);
  try {
    return await makeActive(ctx, project, input, await prepareChange(ctx, project, proposed, staging), staging);
  } finally {
    // What can't be removed now is by the clean-up.
    await staging.discard().catch((err: unknown) => log.warn({ err }, 'could not remove what a push had staged'));
  }
}

async function makeActive(
  ctx: ProjectContext,
  project: ProjectLiveState,
  input: SyncSchemaInput,
  change: PreparedChange,
  staging: Staging,
): Promise<SyncResult> {
  const { database, mirrors, settings, clock } = ctx.services;
  const { proposed, examination } = change;
  const { changes } = examination;
  refuse(
    'schema.migration_required',
    changes.filter((one) => one.migrationRequired),
  );
  const token = input.confirm_token ?? undefined;
  refuse(
    'schema.confirmation_required',
    unconfirmed(settings.authSecret, token, change.confirmed, changes, clock.now()),
  );
  const at = clock.now();
  const publishedAt = nextPublishedAt(project, at);
  const snapshot = await buildNext(ctx, project, proposed.schema, staging, publishedAt);
  const result: SyncResult = {
    version: project.schemaVersion + 1,
    hash: proposed.hash,
    schema: withoutRenames(proposed.schema),
    created_at: at.toISOString(),
    created_by: ctx.actor,
    unchanged: false,
    changes: changes.map(toChangeView),
    migrated_entries: staging.entries,
    snapshot_id: snapshot?.id ?? null,
  };
  const commit = { project, schema: proposed.schema, examination, staging, snapshot, at, publishedAt, answer: result };
  await commitSchema(database.prisma, ctx, commit).catch(async (error: unknown) => {
    // The connection may have broken after the commit was carried out: then what it wrote says so.
    if (error instanceof StateMoved || !(snapshot && (await snapshotExists(database.pool, snapshot.id)))) throw error;
  });
  if (snapshot) await mirrors.update(project.id);
  return result;
}

async function unchanged(ctx: ProjectContext, project: ProjectLiveState): Promise<SyncResult> {
  const active = await findSchemaVersion(ctx.services.database.pool, project.id, project.schemaVersion);
  if (!active) throw new Error('The active schema is missing.');
  return { ...active, unchanged: true, changes: [], migrated_entries: 0, snapshot_id: null };
}

function refuse(code: ErrorCode, changes: readonly ClassifiedChange[]): void {
  if (changes.length === 0) return;
  throw new ApiError(code, {
    details: changes.map(({ id, path, message, affectedEntries }) => ({
      path: ['schema', ...path],
      message: `${message} Entries affected: ${affectedEntries}.`,
      change_id: id,
      affected_entries: affectedEntries,
    })),
  });
}

/** Builds what goes live with the schema; null when nothing is live, or nothing of it changes. */
async function buildNext(
  { services }: ProjectContext,
  project: ProjectLiveState,
  schema: SchemaDocument,
  staging: Staging,
  publishedAt: Date,
): Promise<BuiltSnapshot | null> {
  if (!project.live) return null;
  const kept = new Set(schema.collections.map(({ key }) => key));
  const files = new Set(project.live.files.map(({ collection }) => collection));
  const live = await countLiveRows(services.database.pool, project.id);
  const isEmpty = (key: string): boolean => (live.get(key) ?? 0) + (staging.growth.get(key) ?? 0) === 0;
  // What a restoration brought back may be of a collection that the schema hasn't any more.
  const removedCollections = [...files].filter((key) => !kept.has(key) && isEmpty(key));
  const sameCollections = removedCollections.length === 0 && [...kept].every((key) => files.has(key));
  if (staging.files.length === 0 && sameCollections) return null;
  const next = { ...project, schema, schemaVersion: project.schemaVersion + 1 };
  const { objects, database } = services;
  const load = (locale: string) => staging.load(locale);
  const content = { project: next, publishedAt, changes: staging.files, load, removedCollections };
  return buildSnapshot(content, newId('snapshot'), { objects, pool: database.pool }).catch((cause: unknown) => {
    if (cause instanceof StorageUnavailableError) throw new ApiError('unavailable', { cause });
    throw cause;
  });
}
