import type { CollectionDocument } from '@stele/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { boards as t } from '#messages/boards';
import { useTRPC } from '@/api/trpc.ts';
import { EntryDrag } from '../entry-drag.tsx';
import type { ListViewProps } from '../list-views.ts';
import { useMoving } from '../use-moving.ts';
import { BoardColumn } from './board-column.tsx';

interface EntryBoardProps extends ListViewProps {
  readonly workflow: NonNullable<CollectionDocument['workflow']>;
}

/** Entries of a collection as cards: a column for each state of its workflow, or the one that the list is narrowed to. */
export function EntryBoard({ workflow, ...props }: EntryBoardProps) {
  const moving = useMoving();
  const trpc = useTRPC();
  const { state: only, limit: _, include: __, sort: ___, ...filters } = props.input;
  const counts = useQuery(
    trpc.entries.count.queryOptions(
      { ...filters, include: 'states' },
      { retry: false, placeholderData: keepPreviousData },
    ),
  );
  // Counts leave out a collection in which nothing matches.
  const countOf = (state: string): number | null => (counts.data ? (counts.data.data[0]?.states?.[state] ?? 0) : null);
  const states = workflow.states.filter(({ key }) => only === undefined || key === only);
  return (
    <EntryDrag nameOf={(place) => workflow.states.find(({ key }) => key === place)?.label ?? place}>
      <section
        aria-label={t.columns}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it even if there are no cards (axe: scrollable-region-focusable)
        tabIndex={0}
        className="relative flex items-start gap-3 overflow-x-auto px-4 pb-3 sm:px-0"
      >
        {states.map((state) => (
          <BoardColumn
            key={state.key}
            {...props}
            workflow={workflow}
            state={state}
            moving={moving}
            count={countOf(state.key)}
          />
        ))}
      </section>
    </EntryDrag>
  );
}
