import { assertMay } from '../../access/authorize.ts';
import { sumDraftBytes } from '../../entries/entry.store.ts';
import type { EntryState } from '../../entries/entry.ts';
import { statusOf } from '../../entries/entry-status.ts';
import { ApiError, type ErrorDetail, invalid } from '../../platform/errors.ts';
import type { Change } from '../../publishing/changes/change.ts';
import type { ProjectContext } from '../context.ts';
import type { BulkEntriesInput, BulkItem, BulkResult } from './bulk.schemas.ts';
import { refuseRepeats } from './locale-list.ts';

const TAKES_LOCALES: ReadonlySet<BulkEntriesInput['action']> = new Set(['publish', 'unpublish', 'republish']);
const MOST_WARNINGS = 100;
/** Values of so many bytes are worked on in one request. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Publishes, unpublishes, republishes, trashes or restores many entries, or undoes their publishes: one change, and one
 * snapshot. All of them or none, or with `partial` those that can be.
 *
 * @throws ApiError `entry.bulk_refused` naming each entry that can't be, `validation_failed`, `unavailable`
 */
export async function bulkEntries(ctx: ProjectContext, input: BulkEntriesInput): Promise<BulkResult> {
  const { action, entry_ids: ids } = input;
  // What the trash takes depends on each entry.
  if (action !== 'trash') assertMay(ctx, action === 'restore' ? 'entry.write' : 'entry.publish');
  refuseRepeatedEntries(ids);
  if (input.base_versions) {
    if (action !== 'publish' && action !== 'undo_publish') {
      throw invalid(['base_versions'], `The action ${action} takes no base_versions.`);
    }
    if (input.base_versions.length !== ids.length) {
      throw invalid(['base_versions'], `There are ${ids.length} entries, and ${input.base_versions.length} versions.`);
    }
  }
  if (action === 'undo_publish' && !input.base_versions) {
    throw invalid(['base_versions'], 'Say which publishes: give the versions that they answered with.');
  }
  if (input.locales) refuseRepeats(input.locales);
  if (input.locales && !TAKES_LOCALES.has(action)) {
    throw invalid(['locales'], `The action ${action} takes no locales: it is for whole entries.`);
  }
  const bytes = await sumDraftBytes(ctx.services.database.pool, ctx.project.id, ids);
  if (bytes > MOST_BYTES) {
    throw invalid(['entry_ids'], `These entries hold ${bytes} bytes together; a request takes ${MOST_BYTES}.`);
  }
  return ctx.services.publisher.submit<BulkResult>({
    projectId: ctx.project.id,
    change: changeOf(input),
    actor: ctx.actor,
    rights: ctx.rights,
    requestId: ctx.requestId,
    idempotency: ctx.idempotency,
    answer: ({ entries, changed, refused, publishedAt, warnings }) => ({
      data: ids.map((id) => toItem(id, entries.get(id), changed.has(id), refused.get(id))),
      published_at: publishedAt?.toISOString() ?? null,
      warnings: warnings.slice(0, MOST_WARNINGS),
    }),
  });
}

/** The change that a request asks for. */
function changeOf({ action, entry_ids: ids, base_versions: bases, ...input }: BulkEntriesInput): Change {
  const { locales = null, partial = false } = input;
  const entries = ids.map((id, index) => ({ id, locales, version: bases?.[index] ?? null }));
  switch (action) {
    case 'publish': {
      const published = entries.map(({ version, ...entry }) => ({ ...entry, base_version: version }));
      return { kind: action, entries: published, imported: false, partial };
    }
    case 'unpublish':
    case 'republish':
      return { kind: action, entries: ids.map((id) => ({ id, locales })), partial };
    case 'undo_publish':
      return { kind: action, entries: entries.map(({ id, version }) => ({ id, version: version ?? 0 })), partial };
    case 'trash':
    case 'restore':
      return { kind: action, entries: ids.map((id) => ({ id })), partial };
  }
}

function toItem(id: string, entry: EntryState | undefined, changed: boolean, refusal: ApiError | undefined): BulkItem {
  return {
    id,
    result: refusal ? 'refused' : changed ? 'changed' : 'unchanged',
    version: entry?.version ?? null,
    entry_status: entry ? statusOf(entry).status : null,
    error: refusal
      ? {
          code: refusal.errorCode,
          message: refusal.message,
          details: (refusal.details ?? []).map(({ path, ...detail }) => ({ ...detail, path: [...path] })),
        }
      : null,
  };
}

function refuseRepeatedEntries(ids: readonly string[]): void {
  const details = ids.flatMap((id, index): ErrorDetail[] =>
    ids.indexOf(id) < index ? [{ path: ['entry_ids', index], message: `${id} is named twice.` }] : [],
  );
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}
