import type { CollectionDocument, Json } from '@stele/schema';
import type { LocaleValues } from '../api.ts';
import { fieldFingerprints } from './fingerprint.ts';
import type { KnownEntry } from './known-entries.ts';
import type { ImportTarget } from './plan.ts';

/** Kinds of versions that change no draft. */
export const LEAVES_DRAFTS: ReadonlySet<string> = new Set(['publish', 'unpublish', 'delete', 'undelete', 'migrate']);

/** The fields that values name and in which an entry's drafts differ; a locale that the entry lacks is named in any case. */
export function differingFields(
  collection: CollectionDocument | null,
  values: LocaleValues,
  { fields }: Pick<KnownEntry, 'fields'>,
): LocaleValues {
  const differing = Object.entries(values).flatMap(([locale, own]) => {
    const there = fields.get(locale);
    const given = fieldFingerprints(collection, own);
    const changed = Object.entries(own).filter(([key]) => given.get(key) !== there?.get(key));
    const isWanted = there === undefined || changed.length > 0;
    return isWanted ? [[locale, Object.fromEntries<Json>(changed)] as const] : [];
  });
  return Object.fromEntries(differing);
}

/**
 * Whether an existing entry was live in one of some locales and isn't any more: someone took it off the site, perhaps by the trash.
 * Then an import doesn't publish it, unless the options say so.
 */
export async function wasTakenOff(
  { api, publish, overwriteEdits }: ImportTarget,
  { id, version: now, localesStatus }: KnownEntry,
  locales: readonly string[],
): Promise<boolean> {
  const drafts = new Set(locales.filter((locale) => localesStatus[locale] === 'draft'));
  // One that was only created was never live.
  if (!publish || overwriteEdits || drafts.size === 0 || now === 1) return false;
  for await (const version of api.list('/entries/{entryId}/versions', { params: { path: { entryId: id } } })) {
    if (version.kind === 'publish' && version.locales.some((locale) => drafts.has(locale))) return true;
  }
  return false;
}

/** Whether an existing entry that differs from the file may be changed: not if the options forbid it, or if others changed it. */
export async function mayUpdate({ api, existing, overwriteEdits }: ImportTarget, entryId: string): Promise<boolean> {
  if (existing !== 'update' || overwriteEdits) return existing === 'update';
  for await (const { kind, imported } of api.list('/entries/{entryId}/versions', { params: { path: { entryId } } })) {
    if (LEAVES_DRAFTS.has(kind)) continue;
    return imported;
  }
  return true;
}
