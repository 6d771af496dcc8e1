import type { EntryRecord } from '../../entries/entry.ts';

/** Says in a document which values of which entry its texts are. */
export function originalOf({ projectId, id, version }: Pick<EntryRecord, 'projectId' | 'id' | 'version'>): string {
  return `${projectId}/${id}@${version}`;
}

/** Reads what `originalOf` says; null for anything else. */
export function parseOriginal(
  original: string,
): { readonly projectId: string; readonly id: string; readonly version: number } | null {
  const [, projectId = '', id = '', version = ''] =
    /^(prj_[0-9a-z]{1,60})\/(ent_[0-9a-z]{1,60})@([0-9]{1,9})$/.exec(original) ?? [];
  return id === '' ? null : { projectId, id, version: Number(version) };
}
