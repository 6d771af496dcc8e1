import { useMessages } from '@/i18n/language-context.ts';
import { useEntries } from './use-entry.ts';

/** Title of an entry; its id until it's read, and when there's no such entry. */
export function EntryName({ id }: { readonly id: string }) {
  const { common } = useMessages();
  const [entry] = useEntries([id]);
  return <span className="min-w-0 truncate">{entry?.data ? entry.data.title || common.untitled : id}</span>;
}
