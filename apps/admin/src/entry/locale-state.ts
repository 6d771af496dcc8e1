import type { Outputs } from '@/api/trpc.ts';

type Entry = Pick<Outputs['entries']['list']['data'][number], 'locales_status' | 'changed_locales' | 'status'>;

/** State of an entry in one locale. */
export type LocaleState = 'live' | 'changed' | 'draft' | 'missing';

/** Whether a language is published only when it's chosen: nothing is live in it, and it isn't the one that is edited. */
export function isLeftOut({ locales_status: states }: Pick<Entry, 'locales_status'>, locale: string, edited: string) {
  return locale !== edited && (states[locale] ?? 'draft') === 'draft';
}

/** Whether everything that an entry has is live, so that there's nothing to publish. */
export function isAllLive({ status, changed_locales: changed, locales_status: states }: Entry): boolean {
  return status === 'published' && changed.length === 0 && Object.values(states).every((one) => one === 'published');
}

/** The state of an entry in a locale. */
export function localeState(entry: Entry, locale: string): LocaleState {
  if (entry.changed_locales.includes(locale)) return 'changed';
  const status = entry.locales_status[locale];
  return status === 'published' ? 'live' : status === 'draft' ? 'draft' : 'missing';
}
