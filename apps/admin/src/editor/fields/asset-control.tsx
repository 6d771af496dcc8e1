import { assetIdOf, assetValuesIn } from '@stele/schema';
import { useState } from 'react';
import { common } from '#messages/common';
import { media as t } from '#messages/media';
import { AssetPicker } from '@/media/asset-picker.tsx';
import { UploadList } from '@/media/upload/upload-list.tsx';
import { useFileDrop } from '@/media/use-file-drop.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { focusDrawn } from '@/ui/keep-focus.ts';
import { tell } from '@/ui/toast.tsx';
import { AssetCard } from './asset-card.tsx';
import { AssetChoice } from './asset-choice.tsx';
import type { ControlOf } from './control.ts';
import { useAssetUploads } from './use-asset-uploads.ts';

/** One picture or file: chosen, dropped or pasted, with its texts and its crop in place. */
export function AssetControl({ field, value, onChange, readOnly, ids, locale }: ControlOf<'asset'>) {
  const { may } = useProject();
  const [isPicking, setPicking] = useState(false);
  const { queue, uploads, add } = useAssetUploads(field.accept);
  const [use] = assetValuesIn(value);
  const isEmpty = use === undefined;
  const upload = (files: File[]): void => add(files.slice(0, 1), (asset) => onChange(asset.id));
  const { isOver, handlers } = useFileDrop(readOnly || !may('asset.upload') ? null : upload);
  const isPicture = field.accept?.every((one) => one.startsWith('image/')) ?? false;
  return (
    <fieldset
      {...handlers}
      aria-labelledby={ids.labelId}
      className={cn(
        'flex min-w-0 flex-col gap-2 rounded-md border bg-surface p-3',
        isEmpty && !readOnly && 'border-dashed border-border-strong/60',
        readOnly && 'border-transparent bg-transparent px-0',
        ids['aria-invalid'] && 'border-danger',
        isOver && 'border-accent bg-accent-soft',
      )}
    >
      {use && (
        <AssetCard
          key={assetIdOf(use)}
          value={use}
          ids={ids}
          locale={locale}
          readOnly={readOnly}
          onChange={(next) => {
            onChange(next);
            // The card of another asset takes the place of this one.
            if (assetIdOf(next) !== assetIdOf(use)) focusDrawn(ids.id);
          }}
          onReplace={() => setPicking(true)}
          onRemove={(name) => {
            onChange(null);
            focusDrawn(ids.id);
            tell(t.removed({ name }), () => onChange(use));
          }}
        />
      )}
      {isEmpty && readOnly && <p className="text-sm text-muted">{common.none}</p>}
      {isEmpty && !readOnly && (
        <div className="flex flex-wrap items-center gap-2">
          <AssetChoice
            label={isPicture ? t.choosePicture : t.chooseOne}
            ids={ids}
            accept={field.accept}
            isOver={isOver}
            onChoose={() => setPicking(true)}
            onFiles={upload}
          />
        </div>
      )}
      <UploadList uploads={uploads} queue={queue} />
      {isPicking && (
        <AssetPicker
          open
          onOpenChange={setPicking}
          accept={field.accept}
          onPick={([asset]) => asset && onChange(asset.id)}
        />
      )}
    </fieldset>
  );
}
