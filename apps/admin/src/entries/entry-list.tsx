'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Inbox, SearchX, Trash2 } from 'lucide-react';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Empty, Failed, SkeletonRows } from '@/ui/states.tsx';
import { EntryRow } from './entry-row.tsx';
import { ListFilters } from './list-filters.tsx';
import { useListQuery } from './list-query.ts';
import { NewEntryButton } from './new-entry-button.tsx';

const PAGE = 50;

/** Entries of a project or of one of its collections: found, sorted, paged, with how each stands in each language. */
export function EntryList() {
  const { project, schema, mayEdit } = useProject();
  const trpc = useTRPC();
  const [query, setQuery] = useListQuery();
  const collection = schema?.collections.find(({ key }) => key === query.collection);
  const isTrash = query.status === 'trashed';
  const { status, locale, sort, cursor } = query;
  const entries = useQuery(
    trpc.entries.list.queryOptions(
      {
        projectId: project.id,
        limit: PAGE,
        ...(query.collection && { collection: query.collection }),
        ...(status && { status }),
        ...(locale && { locale }),
        ...(query.q.trim() && { search: query.q.trim() }),
        ...(sort && { sort }),
        ...(cursor && { cursor }),
      },
      { placeholderData: keepPreviousData },
    ),
  );
  const title = isTrash ? 'Trash' : (collection?.label ?? query.collection ?? 'All entries');
  const rows = entries.data?.data;
  const isFiltered = Boolean(query.q.trim() || locale || (status && !isTrash));
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 pt-5 pb-3 sm:px-6">
        <h1 className="min-w-0 flex-1 truncate text-2xl font-semibold tracking-tight">{title}</h1>
        {mayEdit && !isTrash && <NewEntryButton collection={query.collection} openAtOnce={query.new !== null} />}
      </header>
      <ListFilters query={query} setQuery={setQuery} collection={collection ?? null} />
      <section aria-label="Entries" aria-busy={entries.isFetching} className="min-w-0 flex-1 px-0 pb-8 sm:px-6">
        {entries.error && !rows && <Failed error={entries.error} onRetry={() => void entries.refetch()} />}
        {entries.isPending && (
          <div className="border-y bg-surface sm:rounded-lg sm:border">
            <SkeletonRows />
          </div>
        )}
        {rows?.length === 0 && (
          <Nothing
            isTrash={isTrash}
            isFiltered={isFiltered}
            onClear={() => void setQuery({ q: null, status: null, locale: null, cursor: null })}
          />
        )}
        {rows && rows.length > 0 && (
          <ul
            className={cn(
              'divide-y border-y bg-surface sm:rounded-lg sm:border',
              entries.isPlaceholderData && 'opacity-60 transition-opacity',
            )}
          >
            {rows.map((entry) => (
              <EntryRow key={entry.id} entry={entry} showCollection={!query.collection} />
            ))}
          </ul>
        )}
        {(entries.data?.next_cursor || cursor) && (
          <nav aria-label="Pages" className="flex justify-between px-4 pt-4 sm:px-0">
            <Button
              variant="ghost"
              disabled={!cursor}
              onClick={() => void setQuery({ cursor: null }, { history: 'push' })}
            >
              <ChevronLeft aria-hidden /> First page
            </Button>
            <Button
              disabled={!entries.data?.next_cursor || entries.isPlaceholderData}
              onClick={() => {
                void setQuery({ cursor: entries.data?.next_cursor ?? null }, { history: 'push' });
                window.scrollTo({ top: 0 });
              }}
            >
              Next page <ChevronRight aria-hidden />
            </Button>
          </nav>
        )}
      </section>
    </>
  );
}

interface NothingProps {
  readonly isTrash: boolean;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function Nothing({ isTrash, isFiltered, onClear }: NothingProps) {
  if (isFiltered) {
    return (
      <Empty icon={SearchX} title="Nothing found" action={<Button onClick={onClear}>Clear the filters</Button>}>
        No entry fits all of these filters.
      </Empty>
    );
  }
  if (isTrash) {
    return (
      <Empty icon={Trash2} title="The trash is empty">
        Deleted entries stay here for 30 days.
      </Empty>
    );
  }
  return (
    <Empty icon={Inbox} title="No entries yet">
      Create the first one, or import existing content with the command line.
    </Empty>
  );
}
