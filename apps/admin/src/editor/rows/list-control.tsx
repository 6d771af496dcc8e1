import type { FieldDocument } from '@stele/schema';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Skeleton } from '@/ui/states.tsx';
import type { CompositeProps } from '../fields/controls-context.ts';
import { RowsControl } from './rows-control.tsx';

const TagsControl = lazyPart(
  async () => (await import('./tags-control.tsx')).TagsControl,
  <Skeleton className="h-9" />,
);

/** Texts of at most so many characters are tags. */
const LONGEST_TAG = 60;
/** Keys that say so where no length does. */
const TAG_KEYS = ['tags', 'keywords'];

/** A list: of short texts as tags, of all else as rows. */
export function ListControl(props: CompositeProps) {
  return areTags(props.field) ? <TagsControl {...props} /> : <RowsControl {...props} />;
}

function areTags(field: FieldDocument): boolean {
  if (field.type !== 'list' || field.of.type !== 'text') return false;
  return field.of.max === undefined ? TAG_KEYS.includes(field.key) : field.of.max <= LONGEST_TAG;
}
