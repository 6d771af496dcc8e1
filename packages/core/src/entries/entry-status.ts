import type { EntryState } from './entry.ts';

/** Live locales whose draft differs from the published content, sorted. */
export function changedLocales(entry: Pick<EntryState, 'drafts' | 'live'>): string[] {
  return [...entry.live]
    .filter(([locale, live]) => entry.drafts.get(locale)?.valuesHash !== live.valuesHash)
    .map(([locale]) => locale)
    .sort();
}

/** Whether all newest values of an entry are live, and nothing else is: there's nothing to publish or to review. */
function isAllLive(entry: Pick<EntryState, 'drafts' | 'live'>): boolean {
  const isUnlive = [...entry.drafts.keys()].some((locale) => !entry.live.has(locale));
  return entry.live.size > 0 && !isUnlive && changedLocales(entry).length === 0;
}

/** Status of an entry as a whole, and whether it's live but not all of it is. It's stored, because lists filter by it. */
export function statusOf(entry: Pick<EntryState, 'drafts' | 'live' | 'trashedAt'>): {
  readonly status: 'draft' | 'published' | 'trashed';
  readonly changed: boolean;
} {
  return {
    status: entry.trashedAt ? 'trashed' : entry.live.size > 0 ? 'published' : 'draft',
    changed: entry.live.size > 0 && !isAllLive(entry),
  };
}

/** Status of each locale that has a draft or is live. */
export function localesStatus(entry: Pick<EntryState, 'drafts' | 'live'>): Record<string, 'draft' | 'published'> {
  const locales = [...new Set([...entry.drafts.keys(), ...entry.live.keys()])].sort();
  return Object.fromEntries(locales.map((locale) => [locale, entry.live.has(locale) ? 'published' : 'draft']));
}
