import { common } from '#messages/common';
import { richtext } from '#messages/richtext';
import { useEntries } from '@/entry/use-entry.ts';

/** Title of an entry, or that it's gone; null for none, and until it's read. */
export function useEntryTitle(entryId: string | null): string | null {
  const [entry] = useEntries(entryId === null ? [] : [entryId]);
  if (entry?.isError) return richtext.entryGone;
  return entry?.data ? entry.data.title || common.untitled : null;
}
