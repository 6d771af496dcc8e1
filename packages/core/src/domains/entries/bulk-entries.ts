import { assertMay } from '../../access/authorize.ts';
import { isReadable } from '../../access/permissions.ts';
import { sumDraftBytes } from '../../entries/entry.store.ts';
import type { EntryState } from '../../entries/entry.ts';
import { statusOf } from '../../entries/entry-status.ts';
import { type ApiError, invalid } from '../../platform/errors.ts';
import type { Change } from '../../publishing/changes/change.ts';
import type { PublishCommand } from '../../publishing/round.ts';
import type { ProjectContext } from '../context.ts';
import type { BulkEntriesInput, BulkItem, BulkResult } from './bulk.schemas.ts';
import { submitChange } from './change-entry.ts';
import { refuseRepeats } from './refuse-repeats.ts';

const TAKES_LOCALES: ReadonlySet<BulkEntriesInput['action']> = new Set(['publish', 'unpublish', 'republish']);
const MOST_WARNINGS = 100;
/** The most bytes of the drafts of all entries in a request. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Publishes, unpublishes, republishes, trashes or restores many entries, or undoes their publishes, in one change and one
 * snapshot. It changes all of them or none; with `partial`, those that can be changed. With `dry_run`, it only returns what would
 * change.
 *
 * @throws ApiError `entry.bulk_refused` with each entry that can't be changed, `validation_failed`, `unavailable`
 */
export async function bulkEntries(ctx: ProjectContext, input: BulkEntriesInput): Promise<BulkResult> {
  const { action, entry_ids: ids, dry_run: isDryRun = false } = input;
  // Which permission `trash` needs depends on each entry.
  if (action !== 'trash') assertMay(ctx, action === 'restore' ? 'entry.write' : 'entry.publish');
  refuseRepeats('entry_ids', ids);
  if (input.base_versions) {
    if (action !== 'publish' && action !== 'undo_publish') {
      throw invalid(['base_versions'], `The action ${action} takes no base_versions.`);
    }
    if (input.base_versions.length !== ids.length) {
      throw invalid(['base_versions'], `There are ${ids.length} entries, and ${input.base_versions.length} versions.`);
    }
  }
  if (action === 'undo_publish' && !input.base_versions) {
    throw invalid(['base_versions'], 'Give the versions that the publishes returned.');
  }
  refuseRepeats('locales', input.locales ?? []);
  for (const field of ['locales', 'entry_locales'] as const) {
    if (!input[field] || TAKES_LOCALES.has(action)) continue;
    throw invalid([field], `The action ${action} takes no locales: it changes whole entries.`);
  }
  checkEntryLocales(input);
  await refuseManyBytes(ctx, 'entry_ids', ids);
  const readable = (entry: EntryState | undefined) =>
    entry && isReadable(ctx.reads, entry.collectionKey) ? entry : undefined;
  const answer: PublishCommand<BulkResult>['answer'] = ({ entries, changed, refused, publishedAt, warnings }) => ({
    data: ids.map((id) => toItem(id, readable(entries.get(id)), changed.get(id), refused.get(id))),
    published_at: isDryRun ? null : (publishedAt?.toISOString() ?? null),
    warnings: warnings.slice(0, MOST_WARNINGS),
  });
  return submitChange<BulkResult>(ctx, changeOf(input), answer, isDryRun);
}

/** @throws ApiError `validation_failed` when some entries are too large for a request */
export async function refuseManyBytes(ctx: ProjectContext, field: string, ids: readonly string[]): Promise<void> {
  const bytes = await sumDraftBytes(ctx.services.database.pool, ctx.project.id, ids);
  if (bytes <= MOST_BYTES) return;
  throw invalid([field], `These entries have ${bytes} bytes together; a request takes at most ${MOST_BYTES}.`);
}

/** @throws ApiError `validation_failed` */
function checkEntryLocales({ entry_ids: ids, locales, entry_locales: named }: BulkEntriesInput): void {
  if (!named) return;
  const field = 'entry_locales';
  if (locales) throw invalid([field], 'Give locales or entry_locales, not both.');
  if (named.length !== ids.length) {
    throw invalid([field], `There are ${ids.length} entries, and locales for ${named.length}.`);
  }
  for (const [index, own] of named.entries()) {
    if (new Set(own).size < own.length) throw invalid([field, index], 'A locale is named twice.');
  }
}

function changeOf({ action, entry_ids: ids, base_versions: bases, ...input }: BulkEntriesInput): Change {
  const { locales = null, entry_locales: own, partial = false } = input;
  const entries = ids.map((id, index) => ({
    id,
    locales: own?.[index] ?? locales,
    version: bases?.[index] ?? null,
  }));
  switch (action) {
    case 'publish': {
      const published = entries.map(({ version, ...entry }) => ({ ...entry, base_version: version }));
      return { kind: action, entries: published, imported: false, partial };
    }
    case 'unpublish':
    case 'republish':
      return { kind: action, entries: entries.map(({ version: _, ...entry }) => entry), partial };
    case 'undo_publish':
      return { kind: action, entries: entries.map(({ id, version }) => ({ id, version: version ?? 0 })), partial };
    case 'trash':
    case 'restore':
      return { kind: action, entries: ids.map((id) => ({ id })), partial };
  }
}

function toItem(
  id: string,
  entry: EntryState | undefined,
  changed: readonly string[] | undefined,
  refusal: ApiError | undefined,
): BulkItem {
  return {
    id,
    result: refusal ? 'refused' : changed ? 'changed' : 'unchanged',
    version: entry?.version ?? null,
    entry_status: entry ? statusOf(entry).status : null,
    live_changes: [...(changed ?? [])],
    error: refusal ? toRefusal(refusal) : null,
  };
}

/** The error of one of several entries, as it's answered. */
export function toRefusal({ errorCode, message, details = [] }: ApiError): NonNullable<BulkItem['error']> {
  return { code: errorCode, message, details: details.map(({ path, ...detail }) => ({ ...detail, path: [...path] })) };
}
