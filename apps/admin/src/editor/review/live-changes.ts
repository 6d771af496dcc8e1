import { type FieldValues, isSameJson } from '@stele/schema';
import type { Outputs } from '@/api/trpc.ts';
import { localeState } from '@/entry/locale-state.ts';
import type { Values } from '@/values/values.ts';

type Entry = Outputs['entries']['get'];

/** The changes that publishing would make in a language. */
export interface LocaleChange {
  readonly locale: string;
  /** Whether nothing of the entry is live in the language yet. */
  readonly isNew: boolean;
  /** Keys of the fields that would say something else. */
  readonly fields: readonly string[];
  readonly before: FieldValues;
  readonly after: FieldValues;
}

/** The changes that publishing an entry would make, language by language. */
export function liveChanges(entry: Entry, values: Values, locales: readonly string[]): readonly LocaleChange[] {
  const live = (entry.live_values ?? {}) as Values;
  return locales.flatMap((locale): LocaleChange[] => {
    const after = values[locale];
    if (!after) return [];
    const before = live[locale] ?? {};
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const fields = keys.filter((key) => !isSameJson(before[key], after[key]));
    const state = localeState(entry, locale);
    if (state === 'live' && fields.length === 0) return [];
    return [{ locale, isNew: !Object.hasOwn(live, locale), fields, before, after }];
  });
}
