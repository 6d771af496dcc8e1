import { arrayMove } from '@dnd-kit/sortable';
import { type AssetValue, assetIdOf, assetValuesIn } from '@stele/schema';
import { type ReactNode, useRef, useState } from 'react';
import { common } from '#messages/common';
import { media as t } from '#messages/media';
import { AssetPicker } from '@/media/asset-picker.tsx';
import { UploadList } from '@/media/upload/upload-list.tsx';
import { useAssets } from '@/media/use-assets.ts';
import { useFileDrop } from '@/media/use-file-drop.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { focusDrawn } from '@/ui/keep-focus.ts';
import { tell } from '@/ui/toast.tsx';
import { SortableRows, useSortableRow } from '../../ui/sortable-rows.tsx';
import { AssetCard } from './asset-card.tsx';
import { AssetChoice } from './asset-choice.tsx';
import type { ControlOf } from './control.ts';
import { useAssetUploads } from './use-asset-uploads.ts';

/** Pictures or files in an order. */
export function AssetsControl({ field, value, onChange, readOnly, ids, locale }: ControlOf<'assets'>) {
  const { may } = useProject();
  /** The place that a choice fills; null for those that are added. */
  const [picking, setPicking] = useState<{ readonly at: number | null } | null>(null);
  const { queue, uploads, add } = useAssetUploads(field.accept);
  const held = assetValuesIn(value);
  const assetIds = held.map(assetIdOf);
  // Uploads end later than this was drawn.
  const latest = useRef(held);
  latest.current = held;
  const holds = (id: string): boolean => latest.current.some((one) => assetIdOf(one) === id);
  const set = (next: readonly AssetValue[]): void => {
    latest.current = [...next];
    onChange(next.length === 0 ? null : next);
  };
  const append = (more: readonly string[]): void => set([...latest.current, ...more.filter((one) => !holds(one))]);
  const names = useAssets(assetIds).map((one, index) => one.data?.filename ?? assetIds[index] ?? '');
  const upload = (files: File[]): void => add(files, (asset) => append([asset.id]));
  const { isOver, handlers } = useFileDrop(readOnly || !may('asset.upload') ? null : upload);
  const remove = (at: number, use: AssetValue, name: string): void => {
    set(held.toSpliced(at, 1));
    focusDrawn(ids.id);
    const undo = (): void => set(holds(assetIdOf(use)) ? latest.current : latest.current.toSpliced(at, 0, use));
    tell(t.removed({ name }), undo);
  };
  return (
    <fieldset
      {...handlers}
      aria-labelledby={ids.labelId}
      className={cn('flex min-w-0 flex-col gap-2', isOver && 'rounded-md outline-2 outline-accent')}
    >
      <SortableRows keys={assetIds} onMove={(from, to) => set(arrayMove(held, from, to))}>
        <ul className="flex flex-col gap-2">
          {held.map((use, index) => (
            <Row key={assetIdOf(use)} id={assetIdOf(use)} name={names[index] ?? assetIdOf(use)} readOnly={readOnly}>
              <AssetCard
                value={use}
                locale={locale}
                readOnly={readOnly}
                // The asset may have moved while a copy was made.
                onChange={(next) => set(latest.current.map((one) => (assetIdOf(one) === assetIdOf(use) ? next : one)))}
                onReplace={() => setPicking({ at: index })}
                onRemove={(name) => remove(index, use, name)}
              />
            </Row>
          ))}
        </ul>
      </SortableRows>
      {assetIds.length === 0 && readOnly && <p className="text-sm text-muted">{common.none}</p>}
      <UploadList uploads={uploads} queue={queue} />
      {!readOnly && (
        <div
          className={cn(
            'flex flex-wrap items-center gap-2 rounded-md border border-dashed border-border-strong/60 p-3',
            ids['aria-invalid'] && 'border-danger',
          )}
        >
          <AssetChoice
            label={t.add}
            ids={ids}
            accept={field.accept}
            multiple
            isOver={isOver}
            onChoose={() => setPicking({ at: null })}
            onFiles={upload}
          />
        </div>
      )}
      {picking && (
        <AssetPicker
          open
          onOpenChange={() => setPicking(null)}
          accept={field.accept}
          multiple={picking.at === null}
          onPick={(assets) => {
            const picked = assets.map(({ id }) => id);
            const [first] = picked;
            if (picking.at === null) append(picked);
            else if (first && !holds(first)) set(held.with(picking.at, first));
          }}
        />
      )}
    </fieldset>
  );
}

interface RowProps {
  readonly id: string;
  readonly name: string;
  readonly readOnly: boolean;
  readonly children: ReactNode;
}

function Row({ id, name, readOnly, children }: RowProps) {
  const row = useSortableRow(id, name, readOnly);
  return (
    <li ref={row.ref} style={row.style} className="relative flex items-start gap-2 rounded-md border bg-surface p-2">
      {row.handle}
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}
