import { useDraggable } from '@dnd-kit/core';
import { type MouseEvent, memo } from 'react';
import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { formats } from '@/i18n/language.ts';
import { cn } from '@/ui/cn.ts';
import { AssetThumb } from '../asset-thumb.tsx';
import type { Asset } from '../upload/upload-types.ts';

interface AssetTileProps {
  readonly asset: Asset;
  readonly index: number;
  readonly isLine: boolean;
  readonly isSelected: boolean;
  /** Whether anything is selected: then the boxes stay in sight. */
  readonly isSelecting: boolean;
  readonly isOpen: boolean;
  /** Whether Tab comes to it. */
  readonly isTabStop: boolean;
  readonly mayEdit: boolean;
  readonly onPress: (index: number, event: MouseEvent) => void;
  readonly onToggle: (index: number, isRange: boolean) => void;
  readonly onFocus: (index: number) => void;
}

const TRASH_DAYS_MS = 30 * 86_400_000;

/** One file of the library, as a tile or as a line. It's drawn again only when something of it changes. */
export const AssetTile = memo(function AssetTile(props: AssetTileProps) {
  const { asset, index, isLine, isSelected, isSelecting, isOpen, isTabStop, mayEdit, onPress, onToggle, onFocus } =
    props;
  const { bytes, number, day } = formats;
  const isTrashed = asset.status === 'trashed';
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: asset.id, disabled: !mayEdit || isTrashed });
  const size =
    asset.width && asset.height ? media.size({ width: number(asset.width), height: number(asset.height) }) : asset.mime;
  const purge =
    asset.trashed_at &&
    t.removedForGood({ day: day(new Date(Date.parse(asset.trashed_at) + TRASH_DAYS_MS).toISOString()) });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    // biome-ignore lint/a11y/useSemanticElements: rows that aren't in sight aren't there, which no table can say
    <div
      ref={setNodeRef}
      {...listeners}
      role="gridcell"
      data-index={index}
      data-asset={asset.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isSelected}
      onFocus={(event) => event.target === event.currentTarget && onFocus(index)}
      onClick={(event) => onPress(index, event)}
      className={cn(
        'group/tile relative flex min-w-0 cursor-pointer bg-surface select-none',
        isLine
          ? 'h-14 items-center gap-3 border-b px-3 hover:bg-hover'
          : 'flex-col overflow-hidden rounded-lg border hover:border-border-strong',
        isOpen && (isLine ? 'bg-hover' : 'border-border-strong'),
        isSelected && (isLine ? 'bg-accent-soft hover:bg-accent-soft' : 'border-accent ring-2 ring-accent'),
        isDragging && 'opacity-40',
        'focus-visible:-outline-offset-2',
      )}
    >
      <AssetThumb
        asset={asset}
        width={isLine ? 48 : 220}
        className={isLine ? 'size-10 shrink-0 rounded-md' : 'aspect-square w-full'}
      />
      <span className={cn('min-w-0', isLine ? 'flex-1' : 'px-2.5 py-1.5')}>
        <span dir="auto" title={asset.filename} className="block truncate text-sm font-medium rtl:text-right">
          {asset.filename}
        </span>
        <span className="block truncate text-xs text-muted">
          {purge ?? (isLine ? size : `${size} · ${bytes(asset.bytes)}`)}
        </span>
      </span>
      {isLine && (
        <>
          <span className="w-20 shrink-0 text-end text-sm text-muted max-sm:hidden">{bytes(asset.bytes)}</span>
          <time dateTime={asset.created_at} className="w-36 shrink-0 text-end text-sm text-muted max-lg:hidden">
            {day(asset.created_at)}
          </time>
        </>
      )}
      {mayEdit && (
        <label
          className={cn(
            'z-10 flex size-10 shrink-0 items-center justify-center',
            !isLine && 'absolute top-0 start-0',
            isLine && 'order-first -mx-2',
          )}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t.select({ name: asset.filename })}
            checked={isSelected}
            onClick={(event) => {
              event.stopPropagation();
              onToggle(index, event.shiftKey);
            }}
            onChange={() => undefined}
            className={cn(
              'size-5 cursor-pointer rounded-sm accent-accent transition-opacity',
              !isSelecting &&
                'opacity-0 group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 pointer-coarse:opacity-100',
            )}
          />
        </label>
      )}
    </div>
  );
});
