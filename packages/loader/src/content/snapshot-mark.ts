import type { SnapshotInfo } from './content.ts';

/** Name of the meta element by which a page says what it was built from. */
export const META_NAME = 'stele-snapshot';
/** A mark by which a page says what it was built from: the attributes of a `<meta>` element. */
export interface SnapshotMeta {
  readonly name: typeof META_NAME;
  readonly content: string;
}

/** The mark for pages: `<meta {...await snapshotMeta(stele)} />`. Null for drafts. @throws LoaderError */
export async function snapshotMeta(loader: {
  readonly snapshot: () => Promise<SnapshotInfo>;
}): Promise<SnapshotMeta | null> {
  const { id } = await loader.snapshot();
  return id === null ? null : { name: META_NAME, content: id };
}
