import { Upload as UploadIcon } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { media as t } from '#messages/media';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Input, Select } from '@/ui/input.tsx';
import { AssetGrid } from './asset-grid.tsx';
import { FileButton } from './file-button.tsx';
import { InterruptedUploads } from './upload/interrupted-uploads.tsx';
import { UploadList } from './upload/upload-list.tsx';
import type { Asset } from './upload/upload-types.ts';
import { useUploads } from './upload/use-uploads.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useFolders } from './use-folders.ts';

interface AssetPickerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Media types to choose from, such as `image/*`; all by default. */
  readonly accept?: readonly string[] | undefined;
  readonly multiple?: boolean;
  /** Called with what was chosen, in that order; the picker closes itself. */
  readonly onPick: (assets: readonly Asset[]) => void;
}

/** Chooses from the project's files, or uploads new files and chooses them. */
export function AssetPicker(props: AssetPickerProps) {
  const arePictures = props.accept?.every((one) => one.startsWith('image/')) ?? false;
  const title = props.multiple
    ? arePictures
      ? t.choosePictures
      : t.chooseMany
    : arePictures
      ? t.choosePicture
      : t.chooseOne;
  return (
    <Dialog open={props.open} onClose={() => props.onOpenChange(false)} title={title} wide>
      <PickerBody {...props} />
    </Dialog>
  );
}

function PickerBody({ onOpenChange, accept, multiple = false, onPick }: AssetPickerProps) {
  const { may } = useProject();
  const { queue, uploads, interrupted } = useUploads();
  const folders = useFolders();
  const [search, setSearch] = useState('');
  const [folder, setFolder] = useState('');
  const [chosen, setChosen] = useState<readonly Asset[]>([]);
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());

  const pick = (assets: readonly Asset[]): void => {
    if (assets.length === 0) return;
    onPick(assets);
    onOpenChange(false);
  };
  const upload = (files: File[]): void => {
    const handles = queue.add(files, { accept, folderId: folder && folder !== 'none' ? folder : null });
    setMine((before) => new Set([...before, ...handles.map(({ id }) => id)]));
    for (const { settled } of handles) {
      void settled.then((asset) => {
        if (!asset) return;
        if (multiple) setChosen((before) => [...before, asset]);
        else if (handles.length === 1) pick([asset]);
      });
    }
  };
  const { isOver, handlers } = useFileDrop(may('asset.upload') ? upload : null);

  return (
    <div {...handlers} className={cn('flex min-h-[50dvh] flex-col gap-3 pb-3', isOver && 'outline-2 outline-accent')}>
      <div className="flex flex-wrap gap-2">
        <Input
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            const dialog = event.currentTarget.closest('[role=dialog]');
            dialog?.querySelector<HTMLElement>('[role=option][tabindex="0"]')?.focus();
          }}
          className="min-w-0 flex-1 basis-48 max-sm:h-10"
        />
        {folders.length > 0 && (
          <Select
            aria-label={t.folder}
            className="w-44 max-sm:h-10"
            value={folder}
            options={[['', t.allFolders], ['none', t.noFolder], ...folders.map(({ id, path }) => [id, path] as const)]}
            onChange={setFolder}
          />
        )}
        {may('asset.upload') && (
          <FileButton
            icon={UploadIcon}
            label={t.upload}
            variant="primary"
            className="max-sm:h-10"
            accept={accept}
            multiple={multiple}
            onFiles={upload}
          />
        )}
      </div>
      {isOver && <p className="text-center text-sm font-medium text-accent">{common.dropToUpload}</p>}
      <InterruptedUploads interrupted={interrupted} queue={queue} />
      <UploadList uploads={uploads.filter(({ id }) => mine.has(id))} queue={queue} />
      <AssetGrid
        search={search}
        folder={folder}
        accept={accept}
        multiple={multiple}
        chosen={chosen}
        onChoose={setChosen}
        onPick={pick}
      />
      {multiple && (
        <div className="sticky bottom-0 flex items-center gap-3 border-t bg-surface py-2">
          <p role="status" className="flex-1 text-sm text-muted">
            {chosen.length > 0 ? t.chosen({ count: chosen.length }) : t.keys}
          </p>
          <Button
            label={t.insert({ count: chosen.length })}
            variant="primary"
            className="max-sm:h-10"
            disabled={chosen.length === 0}
            onClick={() => pick(chosen)}
          />
        </div>
      )}
    </div>
  );
}
