import type { EntryState } from './entry.ts';

/** What a list shows and filters by; stored with the entry because lists can't work it out. */
export interface EntryStatus {
  readonly status: 'draft' | 'published' | 'trashed';
  readonly changed: boolean;
}

/** Live locales whose draft says something else than what is live, sorted. */
export function changedLocales(entry: Pick<EntryState, 'drafts' | 'live'>): string[] {
  return [...entry.live]
    .filter(([locale, live]) => entry.drafts.get(locale)?.valuesHash !== live.valuesHash)
    .map(([locale]) => locale)
    .sort();
}

/** Status of an entry as a whole. */
export function statusOf(entry: Pick<EntryState, 'drafts' | 'live' | 'trashedAt'>): EntryStatus {
  return {
    status: entry.trashedAt ? 'trashed' : entry.live.size > 0 ? 'published' : 'draft',
    changed: changedLocales(entry).length > 0,
  };
}

/** Status of each locale that has a draft or is live. */
export function localesStatus(entry: {
  readonly drafts: { keys(): Iterable<string> };
  readonly live: { keys(): Iterable<string>; has(locale: string): boolean };
}): Record<string, 'draft' | 'published'> {
  const locales = [...new Set([...entry.drafts.keys(), ...entry.live.keys()])].sort();
  return Object.fromEntries(locales.map((locale) => [locale, entry.live.has(locale) ? 'published' : 'draft']));
}
