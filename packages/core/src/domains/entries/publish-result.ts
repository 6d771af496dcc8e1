import { localesStatus, statusOf } from '../../entries/entry-status.ts';
import type { EntryOutcome } from './change-entry.ts';
import type { PublishResult } from './entries.schemas.ts';

/** What the caller of a publish, or of its opposite, is told. */
export function toPublishResult(
  { entry, publishedAt, unchanged, warnings }: EntryOutcome,
  locales: readonly string[],
): PublishResult {
  const named = locales.flatMap((locale) => entry.live.get(locale)?.publishedAt.getTime() ?? []);
  const all = [...entry.live.values()].map((live) => live.publishedAt.getTime());
  const times = named.length > 0 ? named : all;
  const at = publishedAt ?? (times.length > 0 ? new Date(Math.max(...times)) : null);
  return {
    version: entry.version,
    locales_status: localesStatus(entry),
    entry_status: statusOf(entry).status,
    published_at: at?.toISOString() ?? null,
    unchanged,
    warnings: [...warnings],
  };
}
