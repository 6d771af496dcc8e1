import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { common } from '#messages/common';
import { library as t } from '#messages/library';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { isEnter } from '@/ui/keys.ts';
import type { Selection } from '@/ui/use-selection.ts';
import type { Asset } from '../upload/upload-types.ts';
import { AssetTile } from './asset-tile.tsx';
import { useKeptScroll } from './use-kept-scroll.ts';
import { useWallLayout } from './use-wall-layout.ts';

interface AssetWallProps {
  readonly assets: readonly Asset[];
  readonly isLines: boolean;
  readonly selection: Selection<Asset>;
  /** The file whose details are open. */
  readonly openId: string | null;
  /** A file that is to have the focus: the one whose details were closed. */
  readonly focusId: string | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  readonly onOpen: (asset: Asset, byKeyboard: boolean) => void;
  readonly onDelete: (assets: readonly Asset[]) => void;
  readonly onMove: (assets: readonly Asset[]) => void;
}

/** Files as tiles or lines; only files in sight are drawn. Arrow keys go through them. */
export function AssetWall(props: AssetWallProps) {
  const { assets, isLines, selection, openId, focusId, hasMore, isLoadingMore, onMore, onOpen } = props;
  const { may } = useProject();
  const wall = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [wanted, setWanted] = useState<number | null>(null);
  const { virtual, columns, rowHeight, gap } = useWallLayout(wall, assets.length, isLines);
  useKeptScroll(wall, {
    openId,
    indexOf: (id) => assets.findIndex((asset) => asset.id === id),
    columns,
    rowHeight,
    isMeasured: virtual.getTotalSize() === Math.ceil(assets.length / columns) * rowHeight,
  });
  const rows = virtual.getVirtualItems();
  const first = (rows[0]?.index ?? 0) * columns;
  const end = ((rows.at(-1)?.index ?? 0) + 1) * columns;
  const tabStop = active >= first && active < Math.min(end, assets.length) ? active : first;

  useEffect(() => {
    if (hasMore && !isLoadingMore && end >= assets.length - columns * 8) onMore();
  }, [hasMore, isLoadingMore, end, assets.length, columns, onMore]);
  useEffect(() => {
    const index = focusId === null ? -1 : assets.findIndex(({ id }) => id === focusId);
    if (index >= 0) setWanted(index);
    // Only when a file is named, not when more files come.
  }, [focusId]);
  useEffect(() => {
    if (wanted === null) return;
    const cell = wall.current?.querySelector<HTMLElement>(`[role=gridcell][data-index="${wanted}"]`);
    if (!cell) return;
    cell.focus({ preventScroll: true });
    setWanted(null);
  });

  const state = useRef({ assets, selection, onOpen });
  state.current = { assets, selection, onOpen };
  const press = useCallback((index: number, event: MouseEvent): void => {
    // The box handles its own clicks; its label makes it easier to hit.
    if (event.target instanceof HTMLElement && event.target.closest('label')) return;
    const { assets: all, selection: chosen, onOpen: open } = state.current;
    const asset = all[index];
    if (!asset) return;
    setActive(index);
    if (chosen.isOn && (event.shiftKey || event.metaKey || event.ctrlKey)) chosen.toggle(index, event.shiftKey);
    else open(asset, false);
  }, []);
  const toggle = useCallback((index: number, isRange: boolean) => state.current.selection.toggle(index, isRange), []);
  const focus = useCallback((index: number) => setActive(index), []);

  const goTo = (index: number): void => {
    const to = Math.max(0, Math.min(index, assets.length - 1));
    setActive(to);
    setWanted(to);
    virtual.scrollToIndex(Math.floor(to / columns));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'gridcell') return;
    const index = Number(event.target.dataset.index);
    const asset = assets[index];
    if (!asset) return;
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Record<string, number> = {
      ArrowRight: isRtl ? -1 : 1,
      ArrowLeft: isRtl ? 1 : -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -assets.length,
      End: assets.length,
      PageDown: columns * 3,
      PageUp: -columns * 3,
    };
    const step = steps[event.key];
    const isCommand = event.metaKey || event.ctrlKey;
    const targets = selection.chosen.length > 0 ? selection.chosen : [asset];
    if (step !== undefined && !isCommand) {
      // One row further is the last file when the last row is shorter.
      if (index + step >= assets.length && Math.floor(index / columns) === Math.floor((assets.length - 1) / columns))
        return void (event.key === 'End' && goTo(assets.length - 1));
      if (index + step < 0 && event.key === 'ArrowUp') return;
      goTo(index + step);
    } else if (isEnter(event)) onOpen(asset, true);
    else if (!selection.isOn || (isCommand && event.key !== 'a')) return;
    else if (event.key === 'x' || event.key === ' ') selection.toggle(index, event.shiftKey);
    else if (event.key === 'a' && isCommand) selection.all();
    else if (event.key === 'Delete' || event.key === 'Backspace') props.onDelete(targets);
    else if (event.key === 'm') props.onMove(targets);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that aren't in sight aren't there, which no table can say
    <div
      ref={wall}
      role="grid"
      aria-label={common.files}
      aria-description={t.keysHelp}
      aria-multiselectable={may('asset.write')}
      aria-rowcount={hasMore ? -1 : Math.ceil(assets.length / columns)}
      onKeyDown={onKeyDown}
      style={{ height: virtual.getTotalSize() - gap + (isLines ? 1 : 0) }}
      className={cn('relative', isLines && 'overflow-hidden rounded-lg border-x border-t bg-surface')}
    >
      {rows.map((row) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
        <div
          key={row.index}
          role="row"
          aria-rowindex={row.index + 1}
          style={{
            transform: `translateY(${row.start - virtual.options.scrollMargin}px)`,
            height: rowHeight - gap,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            columnGap: gap,
          }}
          className="absolute inset-x-0 top-0 grid"
        >
          {assets.slice(row.index * columns, (row.index + 1) * columns).map((asset, at) => {
            const index = row.index * columns + at;
            return (
              <AssetTile
                key={asset.id}
                asset={asset}
                index={index}
                isLine={isLines}
                isSelected={selection.ids.has(asset.id)}
                isSelecting={selection.ids.size > 0}
                isOpen={asset.id === openId}
                isTabStop={index === tabStop}
                mayEdit={may('asset.write')}
                onPress={press}
                onToggle={toggle}
                onFocus={focus}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}
