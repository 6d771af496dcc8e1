import type { EntryRecord } from '../../entries/entry.ts';

/** Names the version of an entry that texts are from, for a document that carries them. */
export function originalOf({ projectId, id, version }: Pick<EntryRecord, 'projectId' | 'id' | 'version'>): string {
  return `${projectId}/${id}@${version}`;
}

/** The version of an entry that a document names; null when it names none. */
export function parseOriginal(
  original: string,
): { readonly projectId: string; readonly id: string; readonly version: number } | null {
  const [, projectId = '', id = '', version = ''] =
    /^(prj_[0-9a-z]{1,60})\/(ent_[0-9a-z]{1,60})@([0-9]{1,9})$/.exec(original) ?? [];
  return id === '' ? null : { projectId, id, version: Number(version) };
}
