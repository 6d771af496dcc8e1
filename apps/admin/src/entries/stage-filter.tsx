import type { CollectionDocument } from '@stele/schema';
import { entries } from '#messages/entries';
import { list as t } from '#messages/list';
import { stateWords } from '@/entry/stage.ts';
import { Select } from '@/ui/select.tsx';
import type { ListQuery, useListQuery } from './list-query.ts';

interface StageFilterProps {
  readonly query: ListQuery;
  readonly setQuery: ReturnType<typeof useListQuery>[1];
  readonly collection: CollectionDocument | null;
  readonly className: string;
}

type Narrowed = Pick<ListQuery, 'status' | 'state'>;

/** Narrows a list to entries of one status: the states of a workflow, and those that all entries have. */
export function StageFilter({ query, setQuery, collection, className }: StageFilterProps) {
  const [first, ...later] = collection?.workflow?.states ?? [];
  const stages: (readonly [Narrowed, string])[] = [
    [{ status: 'draft', state: first?.key ?? null }, first ? stateWords(first) : entries.stage.draft],
    ...later.map((state) => [{ status: null, state: state.key }, stateWords(state)] as const),
    [{ status: 'settled', state: null }, entries.stage.live],
    [{ status: 'changed', state: first?.key ?? null }, entries.stage.changed],
  ];
  const now = { status: query.status, state: query.state };
  const keyOf = ({ status, state }: Narrowed): string => (status || state ? `${status ?? ''} ${state ?? ''}` : '');
  // An address or a saved view may say something else.
  const isOther = keyOf(now) !== '' && !stages.some(([stage]) => keyOf(stage) === keyOf(now));
  const words = {
    draft: entries.stage.draft,
    published: entries.anyLive,
    settled: entries.stage.live,
    changed: entries.stage.changed,
    trashed: entries.stage.trashed,
  };
  const state = collection?.workflow?.states.find(({ key }) => key === now.state);
  const other = [...(state ? [stateWords(state)] : []), ...(now.status ? [words[now.status]] : [])].join(', ');
  const all = isOther ? [...stages, [now, other] as const] : stages;
  return (
    <Select
      aria-label={t.status}
      className={className}
      value={keyOf(now)}
      options={[['', t.anyStatus], ...all.map(([stage, label]) => [keyOf(stage), label] as const)]}
      onChange={(next) =>
        void setQuery(all.find(([stage]) => keyOf(stage) === next)?.[0] ?? { status: null, state: null })
      }
    />
  );
}
