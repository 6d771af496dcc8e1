import { type ClassifiedChange, schemaHash, withoutRenames } from '@stele/schema';
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
  const { database, restorations, mirrors, settings, clock } = ctx.services;
  const project = await restorations.loadLiveState(ctx.project.id);
  if (project.schema && schemaHash(project.schema) === proposed.hash) return unchanged(ctx, project);
  if (input.base_version !== project.schemaVersion) {
    const message = `The active schema is version ${project.schemaVersion}.`;
    const details = [{ path: ['base_version'], message, current_version: project.schemaVersion }];
    throw new ApiError('schema.version_conflict', { details });
  }
  const change = await prepareChange(ctx, project, proposed, { forWriting: true });
  const { changes } = change.examination;
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
  const snapshot = await buildNext(ctx, project, change, publishedAt);
  const result: SyncResult = {
    version: project.schemaVersion + 1,
    hash: proposed.hash,
    schema: withoutRenames(proposed.schema),
    created_at: at.toISOString(),
    created_by: ctx.actor,
    unchanged: false,
    changes: changes.map(toChangeView),
    migrated_entries: change.examination.entries.length,
    snapshot_id: snapshot?.id ?? null,
  };
  const { examination } = change;
  const commit = { project, schema: proposed.schema, examination, snapshot, at, publishedAt, answer: result };
  await commitSchema(database.prisma, ctx, commit).catch(async (error: unknown) => {
    // The connection may have broken after the commit was carried out: then what it wrote says so.
    if (error instanceof StateMoved || !(snapshot && (await snapshotExists(database.prisma, snapshot.id)))) throw error;
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
  { proposed, examination }: PreparedChange,
  publishedAt: Date,
): Promise<BuiltSnapshot | null> {
  if (!project.live) return null;
  const { schema } = proposed;
  const kept = new Set(schema.collections.map(({ key }) => key));
  const files = new Set(project.live.files.map(({ collection }) => collection));
  const ledger = examination.entries.flatMap((entry) => entry.ledger);
  const stillLive = await countLiveRows(services.database.pool, project.id);
  for (const { before, after, collectionKey } of ledger) {
    if (before) stillLive.set(before.collectionKey, (stillLive.get(before.collectionKey) ?? 0) - 1);
    if (after) stillLive.set(collectionKey, (stillLive.get(collectionKey) ?? 0) + 1);
  }
  // What a restoration brought back may be of a collection that the schema hasn't any more.
  const removedCollections = [...files].filter((key) => !kept.has(key) && (stillLive.get(key) ?? 0) === 0);
  const sameCollections = removedCollections.length === 0 && [...kept].every((key) => files.has(key));
  if (ledger.length === 0 && sameCollections) return null;
  const next = { ...project, schema, schemaVersion: project.schemaVersion + 1 };
  const { objects, database } = services;
  return buildSnapshot({ project: next, publishedAt, changes: ledger, removedCollections }, newId('snapshot'), {
    objects,
    pool: database.pool,
  }).catch((cause: unknown) => {
    if (cause instanceof StorageUnavailableError) throw new ApiError('unavailable', { cause });
    throw cause;
  });
}
