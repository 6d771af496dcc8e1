import { keepPreviousData } from '@tanstack/react-query';
import { Inbox, SearchX, Trash2 } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo } from 'react';
import { common } from '#messages/common';
import { list as t } from '#messages/list';
import { shell } from '#messages/shell';
import { errorOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { useTrouble } from '@/api/use-trouble.ts';
import { rememberList } from '@/entry/list-address.ts';
import { mayCreate } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { Empty, Failed, SkeletonRows } from '@/ui/states.tsx';
import { leastWidth } from './column-widths.ts';
import { EntryTable } from './entry-table.tsx';
import { ColumnsMenu, shownColumns, useColumns } from './list-columns.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListHeading } from './list-heading.tsx';
import { listInput } from './list-input.ts';
import { filterCount, useListQuery } from './list-query.ts';
import { viewsOf } from './list-views.ts';
import { NewEntryButton } from './new-entry-button.tsx';
import { useListRoom } from './use-list-room.ts';
import { usualColumns } from './usual-columns.ts';
import { ViewsMenu } from './views-menu.tsx';

const SingletonEntry = lazyPart(async () => (await import('./singleton-entry.tsx')).SingletonEntry);
const ViewSwitch = lazyPart(async () => (await import('./view-switch.tsx')).ViewSwitch);
const EntryBoard = lazyPart(async () => (await import('./board/entry-board.tsx')).EntryBoard, <SkeletonRows />);
const EntryCalendar = lazyPart(
  async () => (await import('./calendar/entry-calendar.tsx')).EntryCalendar,
  <SkeletonRows />,
);
/** How long what was read of a list is kept for the way back to it. */
const LIST_KEPT_MS = 60 * 60_000;

/** Entries of a project or of one of its collections; a collection of one entry opens it. */
export function EntryList() {
  const { schema } = useProject();
  const [{ collection: key, status }] = useListQuery();
  const collection = schema?.collections.find((one) => one.key === key);
  if (collection?.singleton && status !== 'trashed') return <SingletonEntry collection={collection} />;
  return <Entries />;
}

/** A list of entries, filtered and sorted, with the state of each language. More is read as one scrolls. */
function Entries() {
  const open = useProject();
  const { project, schema, may } = open;
  const trpc = useTRPC();
  const [query, setQuery] = useListQuery();
  const search = useSearchParams();
  const trouble = useTrouble();
  const collection = schema?.collections.find(({ key }) => key === query.collection) ?? null;
  const isTrash = query.status === 'trashed';
  const isOrderedByHand = collection?.order === 'manual' && !query.q.trim() && !query.sort && !isTrash;
  const views = isTrash ? [] : viewsOf(collection);
  const view = views.find((one) => one === query.view) ?? null;
  const input = useMemo(() => listInput(project.id, (name) => search.get(name)), [project.id, search]);
  const { query: entries, rows: read } = usePages(trpc.entries.list, input, {
    // Placeholder rows would stay where no answer comes.
    ...((!trouble || trouble.kind === 'failed') && { placeholderData: keepPreviousData }),
    gcTime: LIST_KEPT_MS,
    enabled: view === null,
  });
  useEffect(
    () => rememberList(project.id, query.collection, window.location.search),
    [project.id, query.collection, search],
  );
  const locale = query.locale ?? query.translation?.split(':')[0] ?? null;
  const columns = useColumns(collection);
  const sort = query.sort ?? (query.q.trim() || isTrash ? null : collection?.order ? 'order' : '-created');
  const room = useListRoom();
  const shape = {
    collection,
    locales: project.locales,
    isOrdered: isOrderedByHand,
    isEditable: open.mayEdit || may('entry.publish'),
    isTrash,
  };
  const usual = usualColumns(
    collection,
    sort,
    project.locales,
    (some) => leastWidth({ ...shape, columns: some }) <= room,
  );
  const shown = shownColumns(query.columns ?? usual, columns);
  const rows = entries.data && read;
  const isRefused =
    entries.error !== null && errorOf(entries.error).details.some(({ path: [at] }) => at === 'collection');
  const isUnknown =
    !isTrash && schema !== null && query.collection !== null && !collection && (isRefused || rows?.length === 0);
  const isFiltered = query.q.trim() !== '' || filterCount(query) > 0;
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 pt-5 pb-3 sm:px-6">
        <ListHeading collection={collection} collectionKey={query.collection} isTrash={isTrash} input={input} />
        {mayCreate(open, query.collection) && !isTrash && !isUnknown && (
          <NewEntryButton collection={query.collection} />
        )}
      </header>
      <ListFilters query={query} setQuery={setQuery} collection={collection} view={view}>
        {!isTrash && (
          <span className="ms-auto flex items-center gap-1">
            {views.length > 0 && (
              // The room of its buttons is kept while it loads.
              <span className={views.length > 1 ? 'min-w-28.5 max-sm:min-w-33.5' : 'min-w-19.5 max-sm:min-w-22.5'}>
                <ViewSwitch views={views} value={view} onChange={(next) => void setQuery({ view: next })} />
              </span>
            )}
            {!view && (
              <ColumnsMenu
                columns={columns}
                shown={shown}
                onChange={(next) => void setQuery({ columns: next === null ? null : [...next] })}
              />
            )}
            <ViewsMenu collection={query.collection} />
          </span>
        )}
      </ListFilters>
      <section aria-label={t.region} aria-busy={entries.isFetching} className="min-w-0 flex-1 px-0 pb-20 sm:px-6">
        {view === 'board' && collection?.workflow && (
          <EntryBoard collection={collection} workflow={collection.workflow} input={input} locale={locale} />
        )}
        {view === 'calendar' && collection && <EntryCalendar collection={collection} input={input} locale={locale} />}
        {!view && entries.error && !rows && !isUnknown && (
          <Failed error={entries.error} onRetry={() => void entries.refetch()} />
        )}
        {!view && entries.isPending && (
          <div className="border-y bg-surface sm:rounded-lg sm:border">
            <SkeletonRows />
          </div>
        )}
        {!view && (isUnknown || rows?.length === 0) && (
          <Nothing
            isTrash={isTrash}
            isFiltered={isFiltered}
            isUnknown={isUnknown}
            onClear={() =>
              void setQuery({
                q: null,
                locale: null,
                translation: null,
                filter: null,
                state: null,
                assignee: null,
                created_by: null,
                updated_by: null,
                due: null,
                ...(!isTrash && { status: null }),
              })
            }
          />
        )}
        {!view && rows && rows.length > 0 && (
          <EntryTable
            key={JSON.stringify(input)}
            rows={rows}
            columns={isTrash ? [] : shown}
            collection={collection}
            locale={locale}
            sort={sort}
            onSort={isTrash ? null : (next) => void setQuery({ sort: next })}
            isTrash={isTrash}
            isOrderedByHand={isOrderedByHand && !isFiltered && may('entry.publish')}
            isStale={entries.isPlaceholderData}
            hasMore={entries.hasNextPage}
            isLoadingMore={entries.isFetchingNextPage}
            hasFailed={entries.isFetchNextPageError}
            onMore={() => void entries.fetchNextPage()}
          />
        )}
      </section>
    </>
  );
}

interface NothingProps {
  readonly isTrash: boolean;
  readonly isFiltered: boolean;
  /** Whether the schema has no such collection. */
  readonly isUnknown: boolean;
  readonly onClear: () => void;
}

function Nothing({ isTrash, isFiltered, isUnknown, onClear }: NothingProps) {
  const { project } = useProject();
  if (isUnknown && !isTrash) {
    return (
      <Empty
        icon={SearchX}
        title={t.noCollection}
        action={<LinkButton label={shell.toEntries} href={`/projects/${project.id}/entries`} variant="primary" />}
        help={common.nothingHereHelp}
      />
    );
  }
  if (isFiltered) {
    return (
      <Empty
        icon={SearchX}
        title={t.nothingFound}
        action={<Button onClick={onClear}>{common.clearFilters}</Button>}
        help={t.nothingFits}
      />
    );
  }
  if (isTrash) {
    return <Empty icon={Trash2} title={common.trashEmpty} help={t.trashHelp} />;
  }
  return <Empty icon={Inbox} title={t.noEntries} help={t.noEntriesHelp} />;
}
