import { FolderInput, Images, RotateCcw, SearchX, Tags, Trash2, Upload as UploadIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { common } from '#messages/common';
import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { NextPage } from '@/ui/next-page.tsx';
import { RefusedDialog, SelectionToolbar } from '@/ui/selection-toolbar.tsx';
import { Empty, Failed, Loading, Skeleton } from '@/ui/states.tsx';
import { useSelection } from '@/ui/use-selection.ts';
import { FileButton } from '../file-button.tsx';
import { InterruptedUploads } from '../upload/interrupted-uploads.tsx';
import { UploadList } from '../upload/upload-list.tsx';
import type { Asset } from '../upload/upload-types.ts';
import { useUploads } from '../upload/use-uploads.ts';
import { useFolderList } from '../use-folders.ts';
import { AssetPanel } from './asset-panel.tsx';
import { AssetWall } from './asset-wall.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { FolderBar, NO_FOLDER } from './folder-bar.tsx';
import { rememberLibrary } from './last-library.ts';
import { LibraryDrag } from './library-drag.tsx';
import { LibraryFilters } from './library-filters.tsx';
import { type LibraryQuery, type SetLibraryQuery, useLibraryQuery } from './library-query.ts';
import { MoveDialog } from './move-dialog.tsx';
import { QuotaBar } from './quota-bar.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import { TextRows } from './text-rows.tsx';
import { type RefusedAsset, useAssetBulk } from './use-asset-bulk.ts';
import { useLibrary, useUploadsInLibrary } from './use-library.ts';
import { useWindowFiles } from './use-window-files.ts';

/** From this width on, details are beside the files. */
const WIDE = '(min-width: 64rem)';
const NONE: readonly Asset[] = [];

/** All pictures and files of a project. */
export function MediaLibrary() {
  const { project, may } = useProject();
  const mayUpload = may('asset.upload');
  const navigate = useNavigate();
  const [query, setQuery] = useLibraryQuery();
  const language = project.locales.find((one) => one === query.language) ?? project.default_locale;
  const library = useLibrary(query, language);
  const { assets = NONE, fetchNextPage, hasNextPage, isFetchingNextPage } = library;
  const { uploads, interrupted, queue } = useUploads();
  useUploadsInLibrary(uploads);
  const folders = useFolderList();
  const selection = useSelection(assets, may('asset.write'));
  const bulk = useAssetBulk();
  const [asking, setAsking] = useState<{
    readonly what: 'move' | 'tags' | 'delete';
    readonly of: readonly Asset[];
  } | null>(null);
  const [refused, setRefused] = useState<readonly RefusedAsset[]>([]);
  const [isByKeyboard, setByKeyboard] = useState(false);
  const [focusId, setFocusId] = useState<string | null>(null);
  const isTrash = query.filter === 'trash';
  const folder = folders?.find(({ id }) => id === query.folder) ?? null;
  useEffect(() => rememberLibrary(project.id, window.location.search), [project.id, query]);

  const upload = (files: File[]): void => {
    queue.add(files, { folderId: folder?.id ?? null });
    if (isTrash) void setQuery({ filter: null });
  };
  const isOver = useWindowFiles(mayUpload ? upload : null);
  const open = (asset: Asset, byKeyboard: boolean): void => {
    if (!window.matchMedia(WIDE).matches) {
      navigate.push(`/projects/${project.id}/media/${asset.id}`);
      return;
    }
    setByKeyboard(byKeyboard);
    setFocusId(null);
    void setQuery({ asset: asset.id });
  };
  const run = async (of: readonly Asset[], change: Parameters<typeof bulk.run>[1]): Promise<void> => {
    const left = await bulk.run(of, change);
    setAsking(null);
    if (left === null) return;
    selection.clear();
    setRefused(left);
  };
  const more = {
    assets,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    onMore: () => void fetchNextPage(),
  };
  // A filter that only the browser applies may leave a page empty.
  useEffect(() => {
    if (library.assets?.length === 0 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [library.assets, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const [fromFolder] = asking?.of ?? [];
  return (
    <LibraryDrag
      assets={assets}
      selection={selection}
      onDrop={(of, folderId) => void run(of, { action: 'move', folder_id: folderId })}
    >
      <div className="flex min-w-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 pt-5 pb-3 sm:px-6">
            <h1 className="min-w-0 flex-1 text-2xl font-semibold tracking-tight">{t.title}</h1>
            <QuotaBar />
            {mayUpload && (
              <FileButton
                icon={UploadIcon}
                label={media.upload}
                variant="primary"
                className="max-sm:h-11"
                multiple
                onFiles={upload}
              />
            )}
          </header>
          <LibraryFilters query={query} language={language} setQuery={setQuery} />
          {!isTrash && (
            <FolderBar folder={query.folder} onOpen={(id) => void setQuery({ folder: id }, { history: 'push' })} />
          )}
          <div className="flex flex-col gap-2 px-4 pb-2 empty:hidden sm:px-6">
            <InterruptedUploads interrupted={interrupted} queue={queue} />
            <UploadList uploads={uploads} queue={queue} />
          </div>
          <section
            aria-label={common.files}
            aria-busy={library.isFetching}
            className="min-w-0 flex-1 px-4 pb-8 sm:px-6"
          >
            {selection.chosen.length > 0 && query.view !== 'texts' && (
              <SelectionToolbar
                label={t.selected({ count: selection.chosen.length })}
                words={t}
                isBusy={bulk.isPending}
                isAll={selection.chosen.length === assets.length}
                onSelectAll={selection.all}
                onClear={selection.clear}
                actions={
                  isTrash
                    ? [[RotateCcw, common.restore, () => void run(selection.chosen, { action: 'restore' })]]
                    : [
                        [FolderInput, t.moveTo, () => setAsking({ what: 'move', of: selection.chosen })],
                        [Tags, t.tagMany, () => setAsking({ what: 'tags', of: selection.chosen })],
                        [Trash2, common.delete, () => setAsking({ what: 'delete', of: selection.chosen })],
                      ]
                }
              />
            )}
            {library.error && !library.assets && (
              <Failed error={library.error} onRetry={() => void library.refetch()} />
            )}
            {library.isPending && <WallSkeleton />}
            {library.assets?.length === 0 && !hasNextPage && (
              <Nothing query={query} setQuery={setQuery} onUpload={mayUpload ? upload : null} />
            )}
            {assets.length > 0 &&
              (query.view === 'texts' ? (
                <TextRows key={`${library.key} ${language}`} locale={language} {...more} />
              ) : (
                <AssetWall
                  key={`${library.key} ${query.view}`}
                  isLines={query.view === 'list'}
                  selection={selection}
                  openId={query.asset}
                  focusId={focusId}
                  onOpen={open}
                  onDelete={(of) => !isTrash && setAsking({ what: 'delete', of })}
                  onMove={(of) => !isTrash && setAsking({ what: 'move', of })}
                  {...more}
                />
              ))}
            {assets.length > 0 && (
              <NextPage query={library} variant="ghost" className="mt-3 w-full max-sm:h-11" label={common.loadMore} />
            )}
          </section>
        </div>
        {query.asset && (
          <AssetPanel
            assetId={query.asset}
            takesFocus={isByKeyboard}
            onClose={() => {
              setFocusId(query.asset);
              void setQuery({ asset: null });
            }}
          />
        )}
      </div>
      {isOver && (
        <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center border-4 border-accent bg-background/80">
          <p className="rounded-lg bg-accent px-4 py-2 text-lg font-medium text-on-accent">
            {folder ? t.dropInto({ folder: folder.name }) : common.dropToUpload}
          </p>
        </div>
      )}
      {asking?.what === 'move' && (
        <MoveDialog
          count={asking.of.length}
          from={fromFolder?.folder_id ?? null}
          busy={bulk.isPending}
          onMove={(id) => void run(asking.of, { action: 'move', folder_id: id })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.what === 'tags' && (
        <TagsDialog
          assets={asking.of}
          busy={bulk.isPending}
          onSave={(patch) => void run(asking.of, { action: 'patch', patch })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.what === 'delete' && (
        <DeleteDialog
          assets={asking.of}
          busy={bulk.isPending}
          onDelete={() => void run(asking.of, { action: 'trash' })}
          onClose={() => setAsking(null)}
        />
      )}
      {refused.length > 0 && (
        <RefusedDialog
          title={t.couldNot({ count: refused.length })}
          close={common.close}
          refused={refused.map(({ id, filename, message }) => ({
            href: `/projects/${project.id}/media/${id}`,
            name: filename,
            message,
          }))}
          onClose={() => setRefused([])}
        />
      )}
    </LibraryDrag>
  );
}

function WallSkeleton() {
  return (
    <Loading className="grid grid-cols-[repeat(auto-fill,minmax(9.4rem,1fr))] gap-3">
      {Array.from({ length: 12 }, (_, index) => index).map((index) => (
        <Skeleton key={index} className="aspect-[3/4]" />
      ))}
    </Loading>
  );
}

interface NothingProps {
  readonly query: LibraryQuery;
  readonly setQuery: SetLibraryQuery;
  /** Null for those who may only read. */
  readonly onUpload: ((files: File[]) => void) | null;
}

function Nothing({ query, setQuery, onUpload }: NothingProps) {
  const isTrash = query.filter === 'trash';
  if (query.q.trim() || query.type || query.tag || (query.filter && !isTrash)) {
    const clear = (): void => void setQuery({ q: null, type: null, tag: null, filter: null });
    return (
      <Empty
        icon={SearchX}
        title={media.nothingFound}
        action={<Button label={common.clearFilters} className="max-sm:h-11" onClick={clear} />}
        help={t.nothingFits}
      />
    );
  }
  if (isTrash) {
    return <Empty icon={Trash2} title={common.trashEmpty} help={t.trashHelp} />;
  }
  const isFolder = query.folder !== null && query.folder !== NO_FOLDER;
  return (
    <Empty
      icon={Images}
      title={isFolder ? t.emptyFolder : media.nothingHere}
      action={
        onUpload && (
          <FileButton icon={UploadIcon} label={media.upload} multiple className="max-sm:h-11" onFiles={onUpload} />
        )
      }
      help={!onUpload ? t.readOnlyHelp : isFolder ? t.emptyFolderHelp : t.uploadHelp}
    />
  );
}
