import type { DraftEntry, DraftFile } from '../remote/api.ts';

/**
 * The drafts of a file, so that only what changed is read again. They're kept as text, since entries are handed out to be changed.
 * The object never changes: answers may come in another order than they were asked for.
 */
export interface KnownDrafts {
  /** The next `since`. */
  readonly asOf: string;
  /** Entry → its draft as JSON, in order. */
  readonly texts: ReadonlyMap<string, string>;
}

/** @returns all drafts, in order, after a file was read; and the drafts to keep for the next one, if the file can be continued */
export function learn(
  known: KnownDrafts | undefined,
  { entries, as_of: asOf, since, ids }: DraftFile,
): { readonly known: KnownDrafts | undefined; readonly entries: readonly DraftEntry[] } {
  const sent = new Map(entries.map((entry) => [entry.id, JSON.stringify(entry)]));
  const order = since ? (ids ?? known?.texts.keys() ?? []) : sent.keys();
  const texts = new Map<string, string>();
  for (const id of order) {
    const text = sent.get(id) ?? known?.texts.get(id);
    // Without one, it went to the trash while the file was made.
    if (text) texts.set(id, text);
  }
  return {
    known: asOf ? { asOf, texts } : undefined,
    entries: since ? Array.from(texts.values(), (text) => JSON.parse(text) as DraftEntry) : entries,
  };
}
