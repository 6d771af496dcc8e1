import { assertMay } from '../../access/authorize.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { toRefusal } from '../../domains/entries/bulk-item.ts';
import { submitChange } from '../../domains/entries/change-entry.ts';
import { toEntryView } from '../../domains/entries/entry-view.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import { lineName } from './existing-entries.store.ts';
import {
  type ImportEntriesInput,
  type ImportedEntries,
  type ImportedItem,
  type ImportedLine,
  localesToPublish,
} from './imports.schemas.ts';
import { type SavedLine, saveLines } from './save-lines.ts';

const MOST_WARNINGS = 1000;

/**
 * Creates entries by their external ids, or saves over their drafts, and publishes those that say so. Drafts are there before
 * anything is published: if that fails, the same request publishes them later.
 *
 * @throws ApiError `validation_failed`, `entry.limit_reached`, `rate_limited`, `unavailable`
 */
export async function importEntries(ctx: ProjectContext, input: ImportEntriesInput): Promise<ImportedEntries> {
  refuseRepeatedNames(input.entries);
  if (input.entries.some(({ publish }) => publish)) {
    assertMay(ctx, 'entry.publish');
    ctx.services.publisher.assertPlace(ctx.project.id);
  }
  return publish(ctx, input, await saveLines(ctx, input));
}

/** @throws ApiError `validation_failed` */
function refuseRepeatedNames(lines: readonly ImportedLine[]): void {
  const seen = new Set<string>();
  const details = lines.flatMap((line, index): ErrorDetail[] => {
    const isRepeated = seen.has(lineName(line));
    seen.add(lineName(line));
    const message = `The external_id "${line.external_id}" is named twice.`;
    return isRepeated ? [{ path: ['entries', index, 'external_id'], message }] : [];
  });
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}

async function publish(
  ctx: ProjectContext,
  { entries: lines, include }: ImportEntriesInput,
  saved: ReadonlyMap<ImportedLine, SavedLine>,
): Promise<ImportedEntries> {
  const all = lines.map((line) => ({ line, own: saved.get(line) }));
  const entries = all.flatMap(({ line, own }) => {
    const locales = localesToPublish(line);
    const isLeft = !own || own.result === 'failed' || own.result === 'kept';
    return !isLeft && locales.length > 0 ? [{ id: own.id, locales, base_version: own.version }] : [];
  });
  if (entries.length === 0) {
    return { data: all.map(({ line, own }) => toItem(line, own, include)), published_at: null, warnings: [] };
  }
  const asked = new Set(entries.map(({ id }) => id));
  return submitChange<ImportedEntries>(
    ctx,
    { kind: 'publish', entries, imported: true, partial: true },
    ({ entries: after, refused, publishedAt, warnings }) => ({
      data: all.map(({ line, own }) => {
        const item = toItem(line, own, include);
        if (item.id === null || !asked.has(item.id)) return item;
        const refusal = refused.get(item.id);
        const version = after.get(item.id)?.version ?? item.version;
        return { ...item, version, published: !refusal, error: refusal ? toRefusal(refusal) : null };
      }),
      published_at: publishedAt?.toISOString() ?? null,
      // Warnings don't name the entry if only one was published.
      warnings: warnings.slice(0, MOST_WARNINGS).map((warning) => ({ source_id: entries[0]?.id, ...warning })),
    }),
  );
}

function toItem(
  { external_id }: ImportedLine,
  own: SavedLine | undefined,
  include: ImportEntriesInput['include'],
): ImportedItem {
  if (!own || own.result === 'failed') {
    const error = own ? toRefusal(own.error) : null;
    return { external_id, id: null, version: null, result: 'failed', published: false, error };
  }
  const { result, id, version, entry } = own;
  const item = { external_id, id, version, result, published: false, error: null };
  return include && entry ? { ...item, values: toEntryView(entry).values } : item;
}
