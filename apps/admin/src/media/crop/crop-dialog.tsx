import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { common } from '#messages/common';
import { media as t } from '#messages/media';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { tellFailure } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';
import { UsesDialog, useUses } from '../live-uses.tsx';
import type { Asset } from '../upload/upload-types.ts';
import { CropArea, type CropParts } from './crop-area.tsx';
import { FocusPoint } from './focus-point.tsx';
import { usePictureToCut } from './picture-to-cut.ts';

interface CropDialogProps {
  readonly asset: Asset;
  /** The entry in which a copy can take the place of the asset; without it, the asset itself is cropped only. */
  readonly place?: { readonly entryId: string; readonly onCopy: (copy: Asset) => void };
  readonly onClose: () => void;
}

type Tab = 'crop' | 'focus';

const WHOLE: CropParts = { x: 0, y: 0, width: 1, height: 1 };
const CENTRE = { x: 0.5, y: 0.5 };
/** Smaller differences don't count: frames are measured in pixels of the screen. */
const TOLERANCE = 0.002;

const TAB =
  'rounded-md px-3 py-1.5 text-sm text-muted hover:bg-hover data-[state=active]:bg-accent-soft data-[state=active]:font-medium data-[state=active]:text-accent max-sm:min-h-10';

/** Says which part of a picture is shown, and what of it stays in sight. */
export default function CropDialog({ asset, place, onClose }: CropDialogProps) {
  const { project, may } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [tab, setTab] = useState<Tab>('crop');
  const [parts, setParts] = useState<CropParts>(asset.crop ?? WHOLE);
  const [point, setPoint] = useState(asset.focal_point ?? CENTRE);
  const [isBroken, setBroken] = useState(false);
  const [pending, setPending] = useState<readonly (() => Promise<Asset>)[] | null>(null);
  const uses = useUses(asset);
  const isUnread = uses.query.isPending;
  const mayChange = may('asset.write');
  // Where no other place shows it, the asset itself is cropped by those who may.
  const mayCopy = place && may('asset.upload') && (!mayChange || uses.isElsewhere(place.entryId));
  const url = usePictureToCut(asset);
  const crop = useMutation(trpc.assets.crop.mutationOptions());
  const reset = useMutation(trpc.assets.resetCrop.mutationOptions());
  const update = useMutation(trpc.assets.update.mutationOptions());
  const copy = useAction(trpc.assets.copy, t.notSaved, (made) => {
    queryClient.setQueryData(trpc.assets.get.queryKey({ projectId: project.id, assetId: made.id }), made);
    void queryClient.invalidateQueries(trpc.assets.list.pathFilter());
  });
  const target = { projectId: project.id, assetId: asset.id };
  const isBusy = crop.isPending || reset.isPending || update.isPending || copy.isPending;
  const isFocus = tab === 'focus';

  /** Carries changes out one after the other, and closes when all are saved. */
  const save = async (...changes: readonly (() => Promise<Asset>)[]): Promise<void> => {
    try {
      for (const change of changes) {
        const after = await change();
        queryClient.setQueryData(trpc.assets.get.queryKey({ projectId: project.id, assetId: asset.id }), after);
      }
      onClose();
    } catch (error) {
      tellFailure(t.notSaved, error);
    } finally {
      setPending(null);
      void queryClient.invalidateQueries(trpc.assets.list.pathFilter());
    }
  };
  /** Does it after asking when live entries show the picture. */
  const ask = (...changes: readonly (() => Promise<Asset>)[]): void => {
    if (uses.isLive && changes.length > 0) setPending(changes);
    else void save(...changes);
  };
  const isCut = !isSamePart(parts, asset.crop ?? WHOLE);
  const isMoved = !isSamePoint(point, asset.focal_point ?? CENTRE);

  return (
    <Dialog
      wide
      onClose={onClose}
      title={t.cropTitle({ name: asset.filename })}
      description={
        isFocus
          ? t.focusHelp
          : [t.cropHelp, mayChange && t.cropIsLive, mayCopy && t.onlyHereHelp].filter(Boolean).join(' ')
      }
      footer={
        <>
          {mayChange && (
            <Button
              label={isFocus ? t.resetFocus : t.wholePicture}
              variant="ghost"
              className="me-auto max-sm:h-10"
              disabled={isBusy || isUnread || (isFocus ? asset.focal_point === null : asset.crop === null)}
              onClick={() =>
                ask(() => (isFocus ? update.mutateAsync({ ...target, focal_point: null }) : reset.mutateAsync(target)))
              }
            />
          )}
          <Button label={common.cancel} className="max-sm:h-10" onClick={onClose} />
          {mayCopy && (
            <Button
              label={t.onlyHere}
              className="max-sm:h-10"
              busy={copy.isPending}
              disabled={isBusy || !isCut}
              onClick={() =>
                copy.mutate(
                  { ...target, crop: parts, ...(isMoved && { focal_point: point }) },
                  // Unless the dialog was closed meanwhile.
                  {
                    onSuccess: (made) => {
                      place.onCopy(made);
                      onClose();
                    },
                  },
                )
              }
            />
          )}
          {mayChange && (
            <Button
              label={mayCopy ? t.everywhere : common.save}
              variant="primary"
              className="max-sm:h-10"
              busy={isBusy && !copy.isPending}
              disabled={isUnread || copy.isPending}
              onClick={() =>
                ask(
                  ...(isCut ? [() => crop.mutateAsync({ ...target, ...parts })] : []),
                  ...(isMoved ? [() => update.mutateAsync({ ...target, focal_point: point })] : []),
                )
              }
            />
          )}
        </>
      }
    >
      <Tabs.Root value={tab} onValueChange={(value) => setTab(value as Tab)} className="flex flex-col gap-3">
        <Tabs.List aria-label={t.crop} className="flex gap-1">
          <Tabs.Trigger value="crop" className={TAB}>
            {t.cropTab}
          </Tabs.Trigger>
          <Tabs.Trigger value="focus" className={TAB}>
            {t.focusPoint}
          </Tabs.Trigger>
        </Tabs.List>
        {isBroken && (
          <p role="alert" className="text-sm text-danger">
            {t.notShown}
          </p>
        )}
        {!url && <Skeleton className="h-80" />}
        <Tabs.Content value="crop">
          {url && <CropArea url={url} parts={parts} onChange={setParts} onBroken={() => setBroken(true)} />}
        </Tabs.Content>
        <Tabs.Content value="focus">
          {url && (
            <FocusPoint url={url} point={point} crop={parts} onChange={setPoint} onBroken={() => setBroken(true)} />
          )}
        </Tabs.Content>
      </Tabs.Root>
      {pending && (
        <UsesDialog
          asset={asset}
          title={t.changeTitle({ name: asset.filename })}
          action={common.save}
          busy={isBusy}
          onConfirm={() => void save(...pending)}
          onClose={() => setPending(null)}
        />
      )}
    </Dialog>
  );
}

function isSamePart(a: CropParts, b: CropParts): boolean {
  return isSamePoint(a, b) && isNear(a.width, b.width) && isNear(a.height, b.height);
}

function isSamePoint(
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): boolean {
  return isNear(a.x, b.x) && isNear(a.y, b.y);
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < TOLERANCE;
}
