import { common } from '#messages/common';
import { entries as t } from '#messages/entries';
import { Skeleton } from '@/ui/states.tsx';
import { useEntries } from './use-entry.ts';

/** Title of an entry, once it's read. */
export function EntryName({ id }: { readonly id: string }) {
  const [entry] = useEntries([id]);
  if (entry?.data) return <span className="min-w-0 truncate">{entry.data.title || common.untitled}</span>;
  return entry?.isError ? <span className="text-muted">{t.gone}</span> : <Skeleton className="h-4 w-20" />;
}
