import { canonicalJson, type Json, sha256 } from '@stele/snapshot';
import type { ErrorDetail } from '../../errors.ts';
import type { NewContent } from '../../publishing/model.ts';

/** One locale's values hold at most this many bytes as canonical JSON. */
export const MAX_LOCALE_BYTES = 1024 * 1024;

/** What the rules for content need to know of a project. */
export interface ContentRules {
  readonly locales: readonly string[];
  readonly defaultLocale: string;
}

/** A locale's values that may be saved. */
export interface CheckedValues {
  readonly values: Readonly<Record<string, Json>>;
  readonly hash: string;
}

/**
 * Checks values before they're saved, and again before they're published. This is the only place that knows what
 * content may be: without a schema, a locale takes any JSON object.
 *
 * @returns locale → values, with null for a locale whose draft goes away; and everything that's wrong
 */
export function checkValues(
  rules: ContentRules,
  input: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>,
): { readonly locales: ReadonlyMap<string, CheckedValues | null>; readonly details: readonly ErrorDetail[] } {
  const locales = new Map<string, CheckedValues | null>();
  const details: ErrorDetail[] = [];
  for (const [locale, given] of Object.entries(input)) {
    const path = ['values', locale];
    if (!rules.locales.includes(locale)) {
      details.push({ path, message: `The project has no locale ${locale}. It has: ${rules.locales.join(', ')}.` });
    } else if (given === null) locales.set(locale, null);
    else {
      const values = given as Record<string, Json>;
      const text = canonicalJson(values);
      if (Buffer.byteLength(text) > MAX_LOCALE_BYTES) {
        details.push({ path, message: `The values of one locale may hold ${MAX_LOCALE_BYTES} bytes.` });
      } else locales.set(locale, { values, hash: sha256(text) });
    }
  }
  return { locales, details };
}

/** What goes live of a locale's draft: the values as they're served. */
export function renderContent(draft: {
  readonly values: Readonly<Record<string, Json>>;
  readonly valuesHash: string;
}): NewContent {
  const json = canonicalJson(draft.values);
  return { values: draft.values, valuesHash: draft.valuesHash, contentHash: sha256(json), json, sortKey: '' };
}

/** A title for lists: the field `title` in the default locale or another, else any text, else what is given. */
export function deriveTitle(
  rules: ContentRules,
  drafts: ReadonlyMap<string, Readonly<Record<string, Json>>>,
  otherwise: string,
): string {
  const ordered = [drafts.get(rules.defaultLocale), ...drafts.values()].filter((values) => values !== undefined);
  const titles = ordered.flatMap((values) => values.title ?? []);
  const texts = ordered.flatMap((values) => Object.values(values));
  const found = [...titles, ...texts].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  return [...(found ?? otherwise).trim()].slice(0, 200).join('');
}
