import { acceptsMime } from '@stele/schema';
import { keepPreviousData } from '@tanstack/react-query';
import { Check, Images } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react';
import { common } from '#messages/common';
import { media as t } from '#messages/media';
import { useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { isEnter } from '@/ui/keys.ts';
import { NextPage } from '@/ui/next-page.tsx';
import { Empty, Failed, Loading, Skeleton } from '@/ui/states.tsx';
import { AssetThumb } from './asset-thumb.tsx';
import type { Asset } from './upload/upload-types.ts';

const PAGE = 60;

interface AssetGridProps {
  readonly search: string;
  /** Id of a folder, `none`, or '' for all. */
  readonly folder: string;
  readonly accept: readonly string[] | undefined;
  readonly multiple: boolean;
  readonly chosen: readonly Asset[];
  readonly onChoose: (chosen: readonly Asset[]) => void;
  /** Called with a choice that ends choosing. */
  readonly onPick: (assets: readonly Asset[]) => void;
}

/** Assets to choose from, as a grid that arrow keys move in. */
export function AssetGrid({ search, folder, accept, multiple, chosen, onChoose, onPick }: AssetGridProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const words = useDeferredValue(search.trim());
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { query, rows } = usePages(
    trpc.assets.list,
    {
      projectId: project.id,
      limit: PAGE,
      ...(words && { search: words }),
      ...(folder && { folder }),
      // The list takes one type; assets of other types are left out below.
      ...(accept?.length === 1 && accept[0] && { mime: accept[0] }),
    },
    { placeholderData: keepPreviousData },
  );
  const { isPending, error, refetch } = query;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const assets = rows.filter(({ mime, status }) => status !== 'failed' && acceptsMime(accept ?? null, mime));
  const current = Math.min(active, assets.length - 1);

  const toggle = (asset: Asset): void => {
    const others = chosen.filter(({ id }) => id !== asset.id);
    onChoose(others.length < chosen.length ? others : [...chosen, asset]);
  };
  const focusAt = (index: number): void => {
    const to = Math.max(0, Math.min(index, assets.length - 1));
    setActive(to);
    list.current?.querySelectorAll<HTMLElement>('[role=option]')[to]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const columns = columnsOf(list.current);
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Record<string, number> = {
      ArrowRight: isRtl ? -1 : 1,
      ArrowLeft: isRtl ? 1 : -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -assets.length,
      End: assets.length,
    };
    const step = steps[event.key];
    const asset = assets[current];
    if (step !== undefined) focusAt(current + step);
    else if (event.key === ' ' && asset) multiple ? toggle(asset) : onPick([asset]);
    else if (isEnter(event) && asset) onPick(multiple && chosen.length > 0 ? chosen : [asset]);
    else return;
    event.preventDefault();
  };

  if (isPending) {
    return (
      <Loading className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
        {Array.from({ length: 12 }, (_, index) => index).map((index) => (
          <Skeleton key={index} className="aspect-square" />
        ))}
      </Loading>
    );
  }
  if (assets.length === 0) {
    return <Empty icon={Images} title={words || folder ? t.nothingFound : t.nothingHere} help={t.uploadFirst} />;
  }
  return (
    <>
      <div
        ref={list}
        role="listbox"
        aria-label={common.files}
        aria-multiselectable={multiple}
        onKeyDown={onKeyDown}
        className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2"
      >
        {assets.map((asset, index) => {
          const isChosen = chosen.some(({ id }) => id === asset.id);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            <div
              key={asset.id}
              role="option"
              tabIndex={index === current ? 0 : -1}
              aria-selected={isChosen}
              aria-label={asset.filename}
              title={asset.filename}
              onFocus={() => setActive(index)}
              onClick={() => (multiple ? toggle(asset) : onPick([asset]))}
              className={cn(
                'relative cursor-pointer overflow-hidden rounded-md border bg-surface hover:border-border-strong',
                isChosen && 'border-accent ring-2 ring-accent',
              )}
            >
              <AssetThumb asset={asset} width={180} className="aspect-square w-full" />
              <span className="block truncate px-2 py-1 text-xs">{asset.filename}</span>
              {isChosen && (
                <span className="absolute top-1.5 start-1.5 rounded-full bg-accent p-0.5 text-on-accent">
                  <Check className="size-3.5" aria-hidden />
                </span>
              )}
            </div>
          );
        })}
      </div>
      <NextPage query={query} className="self-center max-sm:h-10" label={t.showMore} />
    </>
  );
}

/** How many columns a grid has as it's drawn. */
function columnsOf(grid: HTMLElement | null): number {
  return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1;
}
