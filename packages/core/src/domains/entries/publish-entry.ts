import { getEntryInProject } from '../../entries/entry.store.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { changeEntry, toPublishResult } from './change-entry.ts';
import { versionConflict } from './drafts/version-conflict.ts';
import type { PublishEntryInput, PublishResult } from './entries.schemas.ts';
import { refuseRepeats } from './refuse-repeats.ts';

/**
 * Publishes an entry's newest values in some locales. When it resolves, they're in the live snapshot.
 *
 * @throws ApiError `validation_failed`, `entry.not_found`, `entry.trashed`, `entry.version_conflict`, `unavailable`
 */
export async function publishEntry(ctx: ProjectContext, input: PublishEntryInput): Promise<PublishResult> {
  const { entryId: id, locales, base_version = null } = input;
  refuseRepeats('locales', locales);
  const imported = input.via === 'import';
  try {
    return await changeEntry(
      ctx,
      { kind: 'publish', entries: [{ id, locales, base_version }], imported, partial: false },
      (outcome) => toPublishResult(outcome, locales),
    );
  } catch (error) {
    if (base_version === null || !(error instanceof ApiError) || error.errorCode !== 'entry.version_conflict')
      throw error;
    const { pool } = ctx.services.database;
    const { id: projectId } = ctx.project;
    throw await versionConflict(pool, projectId, await getEntryInProject(pool, projectId, id), base_version);
  }
}
