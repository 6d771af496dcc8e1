import { type ClassifiedChange, type SchemaDocument, schemaHash, withoutRenames } from '@stele/schema';
import { sha256 } from '@stele/snapshot';
import { ApiError, type DeclaredError } from '../../platform/errors.ts';
import { answersToKeep } from '../../platform/idempotency.store.ts';
import type { SnapshotContent } from '../../publishing/build-snapshot.ts';
import type { Step } from '../../publishing/go-live.ts';
import { countLiveRows } from '../../publishing/ledger.store.ts';
import { loadProjectLiveState } from '../../publishing/live-state.store.ts';
import type { ProjectLiveState } from '../../publishing/model.ts';
import { nextPublishedAt } from '../../publishing/round.ts';
import { holdExamined, type SchemaCommit, writeSchemaChange } from '../../schema-change/commit.store.ts';
import { unconfirmed } from '../../schema-change/confirm-token.ts';
import { type ProposedSchema, prepareChange, readProposedSchema } from '../../schema-change/prepare.ts';
import { Staging } from '../../schema-change/staging.ts';
import type { ProjectContext } from '../context.ts';
import { schemaErrors } from './schema.names.ts';
import { type SyncResult, type SyncSchemaInput, toChangeView } from './schema.schemas.ts';
import { findSchemaVersion } from './schema.store.ts';

/** How often the change is planned, when entries change or others publish meanwhile. */
const MAX_ATTEMPTS = 5;
/** From this attempt on, writes to entries wait for it. */
const FREEZE_FROM = 3;

/**
 * Makes a schema the active one, and migrates all entries and published content to it, or nothing. Does nothing if it's already
 * active.
 *
 * @throws ApiError `validation_failed`, `schema.version_conflict`, `schema.migration_required`,
 *   `schema.confirmation_required`, `unavailable`
 */
export async function syncSchema(ctx: ProjectContext, input: SyncSchemaInput): Promise<SyncResult> {
  const proposed = await readProposedSchema(input);
  const { publisher, database, log } = ctx.services;
  let staging: Staging | null = null;
  const discard = (): Promise<void> =>
    // The job `expire-rows` removes rows that can't be removed now.
    staging?.discard().catch((err: unknown) => log.warn({ err }, 'could not remove what a push had staged')) ??
    Promise.resolve();
  try {
    return await publisher.goLive<SyncResult>({
      projectId: ctx.project.id,
      attempts: MAX_ATTEMPTS,
      freezeFrom: FREEZE_FROM,
      plan: async () => {
        await discard();
        const project = await loadProjectLiveState(database.pool, ctx.services.schemas, ctx.project.id);
        if (project.schema && schemaHash(project.schema, sha256) === proposed.hash) return unchanged(ctx, project);
        staging = new Staging(database.pool, proposed.schema);
        return planSync(ctx, project, input, proposed, staging);
      },
    });
  } finally {
    await discard();
  }
}

/** @throws ApiError when the push is refused */
async function planSync(
  ctx: ProjectContext,
  project: ProjectLiveState,
  input: SyncSchemaInput,
  proposed: ProposedSchema,
  staging: Staging,
): Promise<Step<SyncResult>> {
  if (input.base_version !== project.schemaVersion) {
    const message = `The active schema is version ${project.schemaVersion}.`;
    const details = [{ path: ['base_version'], message, current_version: project.schemaVersion }];
    throw new ApiError(schemaErrors['schema.version_conflict'], { details });
  }
  const { settings, clock } = ctx.services;
  const { examination, confirmed } = await prepareChange(ctx, project, proposed, staging);
  const { changes } = examination;
  const needing = changes.filter((one) => one.migrationRequired);
  refuse(schemaErrors['schema.migration_required'], needing);
  const token = input.confirm_token ?? undefined;
  refuse(
    schemaErrors['schema.confirmation_required'],
    unconfirmed(settings.authSecret, token, confirmed, changes, clock.now()),
  );
  const { schema } = proposed;
  const at = clock.now();
  const publishedAt = nextPublishedAt(project, at);
  const commit: SchemaCommit = { project, schema, examination, staging, at, publishedAt };
  return {
    project,
    keepsWritesOff: true,
    next: await nextSnapshot(ctx, project, schema, staging, publishedAt),
    shows: staging.shownAssets,
    answer: (snapshotId) => {
      const answer: SyncResult = {
        version: project.schemaVersion + 1,
        hash: proposed.hash,
        schema: withoutRenames(schema),
        created_at: at.toISOString(),
        created_by: ctx.actor,
        unchanged: false,
        changes: changes.map(toChangeView),
        migrated_entries: staging.entries,
        snapshot_id: snapshotId,
      };
      return { answer, kept: answersToKeep(ctx, answer) };
    },
    hold: (tx) => holdExamined(tx, commit),
    write: (tx, snapshot) => writeSchemaChange(tx, ctx, commit, snapshot),
  };
}

async function unchanged(ctx: ProjectContext, project: ProjectLiveState): Promise<{ readonly answer: SyncResult }> {
  const active = await findSchemaVersion(ctx.services.database.pool, project.id, project.schemaVersion);
  if (!active) throw new Error('The active schema is missing.');
  return { answer: { ...active, unchanged: true, changes: [], migrated_entries: 0, snapshot_id: null } };
}

function refuse(error: DeclaredError, changes: readonly ClassifiedChange[]): void {
  if (changes.length === 0) return;
  throw new ApiError(error, {
    details: changes.map(({ id, path, message, affectedEntries }) => ({
      path: ['schema', ...path],
      message: `${message} Entries affected: ${affectedEntries}.`,
      change_id: id,
      affected_entries: affectedEntries,
    })),
  });
}

/** The snapshot that goes live with the schema; null when nothing is published, or published content stays the same. */
async function nextSnapshot(
  { services }: ProjectContext,
  project: ProjectLiveState,
  schema: SchemaDocument,
  staging: Staging,
  publishedAt: Date,
): Promise<SnapshotContent | null> {
  if (!project.live) return null;
  const kept = new Set(schema.collections.map(({ key }) => key));
  const files = new Set(project.live.files.map(({ collection }) => collection));
  const live = await countLiveRows(services.database.pool, project.id);
  const isEmpty = (key: string): boolean => (live.get(key) ?? 0) + (staging.growth.get(key) ?? 0) === 0;
  // A restoration may have published content of a collection that the schema no longer has.
  const removedCollections = [...files].filter((key) => !kept.has(key) && isEmpty(key));
  const sameCollections = removedCollections.length === 0 && [...kept].every((key) => files.has(key));
  if (staging.files.length === 0 && sameCollections) return null;
  const next = { ...project, schema, schemaVersion: project.schemaVersion + 1 };
  const load = (locale: string) => staging.load(locale);
  return { project: next, publishedAt, changes: staging.files, load, removedCollections };
}
