import { assertMay } from '../../access/authorize.ts';
import { isReadable } from '../../access/permissions.ts';
import { sumDraftBytes } from '../../entries/entry.store.ts';
import type { EntryState } from '../../entries/entry.ts';
import { invalid } from '../../platform/errors.ts';
import type { Change } from '../../publishing/changes/change.ts';
import type { PublishCommand } from '../../publishing/round.ts';
import type { ProjectContext } from '../context.ts';
import { type BulkEntriesInput, type BulkResult, MOST_BULK_BYTES } from './bulk.schemas.ts';
import { toBulkItem } from './bulk-item.ts';
import { submitChange } from './change-entry.ts';
import { refuseRepeats } from './refuse-repeats.ts';
import { setField } from './set-field.ts';

type Action = BulkEntriesInput['action'];

const TAKES_LOCALES: ReadonlySet<Action> = new Set(['publish', 'unpublish', 'republish', 'set']);
const TAKES_VERSIONS: ReadonlySet<Action> = new Set(['publish', 'undo_publish', 'set', 'undo_set']);
const WRITES_ONLY: ReadonlySet<Action> = new Set(['restore', 'set', 'undo_set']);
const MOST_WARNINGS = 100;

/**
 * Publishes, unpublishes, republishes, trashes or restores many entries, or undoes their publishes, in one change and one
 * snapshot. It changes all of them or none; with `partial`, those that can be changed. Or it changes a field of their drafts, or
 * undoes that, each entry in a save of its own. With `dry_run`, it only returns what would change.
 *
 * @throws ApiError `entry.bulk_refused` with each entry that can't be changed, `validation_failed`, `unavailable`
 */
export async function bulkEntries(ctx: ProjectContext, input: BulkEntriesInput): Promise<BulkResult> {
  const { action, entry_ids: ids, dry_run: isDryRun = false } = input;
  // Which permission `trash` needs depends on each entry.
  if (action !== 'trash') assertMay(ctx, WRITES_ONLY.has(action) ? 'entry.write' : 'entry.publish');
  refuseRepeats('entry_ids', ids);
  if (input.base_versions) {
    if (!TAKES_VERSIONS.has(action)) {
      throw invalid(['base_versions'], `The action ${action} takes no base_versions.`);
    }
    if (input.base_versions.length !== ids.length) {
      throw invalid(['base_versions'], `There are ${ids.length} entries, and ${input.base_versions.length} versions.`);
    }
  }
  if ((action === 'undo_publish' || action === 'undo_set') && !input.base_versions) {
    throw invalid(
      ['base_versions'],
      `Give the versions that the ${action === 'undo_set' ? 'changes' : 'publishes'} returned.`,
    );
  }
  checkFieldChange(input);
  refuseRepeats('locales', input.locales ?? []);
  for (const field of ['locales', 'entry_locales'] as const) {
    if (!input[field] || TAKES_LOCALES.has(action)) continue;
    throw invalid([field], `The action ${action} takes no locales: it changes whole entries.`);
  }
  checkEntryLocales(input);
  await refuseManyBytes(ctx, 'entry_ids', ids);
  if (action === 'set' || action === 'undo_set') return setField(ctx, { ...input, action });
  const readable = (entry: EntryState | undefined) =>
    entry && isReadable(ctx.reads, entry.collectionKey) ? entry : undefined;
  const answer: PublishCommand<BulkResult>['answer'] = ({ entries, changed, refused, publishedAt, warnings }) => ({
    data: ids.map((id) => toBulkItem(id, readable(entries.get(id)), changed.get(id), refused.get(id))),
    published_at: isDryRun ? null : (publishedAt?.toISOString() ?? null),
    warnings: warnings.slice(0, MOST_WARNINGS),
  });
  return submitChange<BulkResult>(ctx, changeOf({ ...input, action }), answer, isDryRun);
}

/** @throws ApiError `validation_failed` */
function checkFieldChange({ action, field, value, partial }: BulkEntriesInput): void {
  const isGiven = { field: field !== undefined, value: value !== undefined };
  for (const name of ['field', 'value'] as const) {
    if (action !== 'set' && isGiven[name]) throw invalid([name], `The action ${action} takes no ${name}.`);
    if (action === 'set' && !isGiven[name]) throw invalid([name], `Give a ${name}; the value null empties the field.`);
  }
  if (action !== 'set' && action !== 'undo_set') return;
  if (!partial)
    throw invalid(['partial'], `Each entry is saved on its own: the action ${action} needs "partial": true.`);
}

/** @throws ApiError `validation_failed` when some entries are too large for a request */
export async function refuseManyBytes(ctx: ProjectContext, field: string, ids: readonly string[]): Promise<void> {
  const bytes = await sumDraftBytes(ctx.services.database.pool, ctx.project.id, ids);
  if (bytes <= MOST_BULK_BYTES) return;
  throw invalid([field], `These entries have ${bytes} bytes together; a request takes at most ${MOST_BULK_BYTES}.`);
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

function changeOf({
  action,
  entry_ids: ids,
  base_versions: bases,
  ...input
}: BulkEntriesInput & { readonly action: Exclude<Action, 'set' | 'undo_set'> }): Change {
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
