'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { tellFailure } from '@/ui/toast.tsx';
import type { Asset } from '../upload/upload-types.ts';
import { CropArea, type CropParts } from './crop-area.tsx';
import { FocusPoint } from './focus-point.tsx';
import { usePictureToCut } from './picture-to-cut.ts';

interface CropDialogProps {
  readonly asset: Asset;
  readonly onClose: () => void;
}

type Tab = 'crop' | 'focus';

const TAB =
  'rounded-md px-3 py-1.5 text-sm text-muted hover:bg-hover data-[state=active]:bg-accent-soft data-[state=active]:font-medium data-[state=active]:text-accent max-sm:min-h-10';

/** Says which part of a picture is shown, and what of it stays in sight. */
export default function CropDialog({ asset, onClose }: CropDialogProps) {
  const { common, media: t } = useMessages();
  const { project } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [tab, setTab] = useState<Tab>('crop');
  const [parts, setParts] = useState<CropParts | null>(null);
  const [point, setPoint] = useState(asset.focal_point ?? { x: 0.5, y: 0.5 });
  const [isBroken, setBroken] = useState(false);
  const url = usePictureToCut(asset);
  const saved = {
    onSuccess: (after: Asset) => {
      queryClient.setQueryData(trpc.assets.get.queryKey({ projectId: project.id, assetId: asset.id }), after);
      void queryClient.invalidateQueries(trpc.assets.list.pathFilter());
      onClose();
    },
    onError: (error: unknown) => tellFailure(t.notSaved, error),
  };
  const crop = useMutation(trpc.assets.crop.mutationOptions(saved));
  const reset = useMutation(trpc.assets.resetCrop.mutationOptions(saved));
  const update = useMutation(trpc.assets.update.mutationOptions(saved));
  const target = { projectId: project.id, assetId: asset.id };
  const isBusy = crop.isPending || reset.isPending || update.isPending;
  const isFocus = tab === 'focus';

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t.cropTitle(asset.filename)}
      description={isFocus ? t.focusHelp : t.cropHelp}
      footer={
        <>
          <Button
            variant="ghost"
            className="mr-auto max-sm:h-10"
            disabled={isBusy || (isFocus ? asset.focal_point === null : asset.crop === null)}
            onClick={() => (isFocus ? update.mutate({ ...target, focal_point: null }) : reset.mutate(target))}
          >
            {isFocus ? t.resetFocus : t.wholePicture}
          </Button>
          <Button className="max-sm:h-10" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            variant="primary"
            className="max-sm:h-10"
            busy={isBusy}
            disabled={!isFocus && !parts}
            onClick={() => {
              if (isFocus) update.mutate({ ...target, focal_point: point });
              else if (parts) crop.mutate({ ...target, ...parts });
            }}
          >
            {common.save}
          </Button>
        </>
      }
    >
      <Tabs.Root value={tab} onValueChange={(value) => setTab(value as Tab)} className="flex flex-col gap-3">
        <Tabs.List aria-label={t.crop} className="flex gap-1">
          <Tabs.Trigger value="crop" className={TAB}>
            {t.cropTab}
          </Tabs.Trigger>
          <Tabs.Trigger value="focus" className={TAB}>
            {t.focusTab}
          </Tabs.Trigger>
        </Tabs.List>
        {isBroken && (
          <p role="alert" className="text-sm text-danger">
            {t.notShown}
          </p>
        )}
        {!url && <Skeleton className="h-80" />}
        <Tabs.Content value="crop">
          {url && <CropArea url={url} initial={asset.crop} onChange={setParts} onBroken={() => setBroken(true)} />}
        </Tabs.Content>
        <Tabs.Content value="focus">
          {url && <FocusPoint url={url} point={point} onChange={setPoint} onBroken={() => setBroken(true)} />}
        </Tabs.Content>
      </Tabs.Root>
    </Dialog>
  );
}
