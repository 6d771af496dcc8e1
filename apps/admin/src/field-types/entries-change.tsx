import type { Json } from '@stele/schema';
import { EntryName } from '@/entry/entry-name.tsx';
import type { ChangeOf } from './field-view.ts';
import { Names } from './names-change.tsx';

export function EntriesChange({ before, after }: ChangeOf<'reference' | 'references'>) {
  return <Names before={idsOf(before)} after={idsOf(after)} nameOf={(id) => <EntryName id={id} />} />;
}

/** Ids of entries: drafts hold the id alone, published content holds an object with it. */
function idsOf(value: Json): readonly string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    const id = item && typeof item === 'object' && !Array.isArray(item) ? (item as { id?: Json }).id : item;
    return typeof id === 'string' ? [id] : [];
  });
}
