import type { CollectionDocument, Json } from '@stele/schema';
import type { Api } from '../api/api.ts';
import type { LocaleValues } from '../api/shapes.ts';
import { fieldFingerprints } from './fingerprint.ts';
import type { KnownEntry } from './known-entries.ts';

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

/** Whether anything but an import has changed the values of an entry since it was imported last. */
export async function isEditedSinceImport(api: Api, projectId: string, entryId: string): Promise<boolean> {
  for await (const { kind, imported } of api.versions(projectId, entryId)) {
    if (kind === 'publish' || kind === 'unpublish' || kind === 'migrate') continue;
    return !imported;
  }
  return false;
}
