import type { CollectionDocument } from '@stele/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { boards as t } from '#messages/boards';
import { entries } from '#messages/entries';
import { useTRPC } from '@/api/trpc.ts';
import { stateWords } from '@/entry/stage.ts';
import { IconButton } from '@/ui/button.tsx';
import { EntryDrag } from '../entry-drag.tsx';
import type { ListViewProps } from '../list-views.ts';
import { useMoving } from '../use-moving.ts';
import { BoardColumn } from './board-column.tsx';

interface EntryBoardProps extends ListViewProps {
  readonly workflow: NonNullable<CollectionDocument['workflow']>;
}

/**
 * Entries of a collection as cards: a column for each state of its workflow, or the one that the list is narrowed to. The last one,
 * which is folded, has those that are live and have nothing to review.
 */
export function EntryBoard({ workflow, ...props }: EntryBoardProps) {
  const moving = useMoving();
  const trpc = useTRPC();
  const [isLiveShown, setLiveShown] = useState(false);
  const { state: only, limit: _, include: __, sort: ___, ...filters } = props.input;
  const counts = useQuery(
    trpc.entries.count.queryOptions(
      { ...filters, include: 'states' },
      { retry: false, placeholderData: keepPreviousData },
    ),
  );
  // Counts leave out a collection in which nothing matches.
  const counted = counts.data?.data[0];
  const countOf = (count: number | undefined): number | null => (counts.data ? (count ?? 0) : null);
  const isOnlyLive = filters.status === 'settled';
  const states = workflow.states.filter(({ key }) => (only === undefined ? !isOnlyLive : key === only));
  const hasLive = only === undefined && (isOnlyLive || filters.status === undefined);
  const isOpen = isLiveShown || isOnlyLive;
  const FoldIcon = isOpen ? ChevronLeft : ChevronRight;
  return (
    <EntryDrag
      nameOf={(place) => {
        const state = workflow.states.find(({ key }) => key === place);
        return state ? stateWords(state) : place;
      }}
    >
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
            label={stateWords(state)}
            moving={moving}
            count={countOf(counted?.states?.[state.key])}
          />
        ))}
        {hasLive && (
          <BoardColumn
            {...props}
            workflow={workflow}
            state={null}
            label={entries.stage.live}
            moving={moving}
            count={countOf(counted?.settled)}
            isFolded={!isOpen}
            fold={
              !isOnlyLive && (
                <IconButton
                  icon={FoldIcon}
                  label={isOpen ? t.hideLive : t.showLive}
                  aria-expanded={isOpen}
                  className="ms-auto rtl:-scale-x-100 max-sm:size-11"
                  onClick={() => setLiveShown(!isOpen)}
                />
              )
            }
          />
        )}
      </section>
    </EntryDrag>
  );
}
