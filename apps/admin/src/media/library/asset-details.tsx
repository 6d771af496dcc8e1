import { useQueryClient } from '@tanstack/react-query';
import { Copy, Crop, Download, FolderInput, RefreshCw, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { common } from '#messages/common';
import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { errorText } from '@/api/error-texts.ts';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Failed, Skeleton } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { attempt, tell, tellFailure } from '@/ui/toast.tsx';
import { AssetAbout } from '../asset-about.tsx';
import { AssetFacts } from '../asset-facts.tsx';
import { AssetTexts } from '../asset-texts.tsx';
import { FileButton } from '../file-button.tsx';
import { UsesDialog, useUses } from '../live-uses.tsx';
import type { Asset } from '../upload/upload-types.ts';
import { useUploadQueue } from '../upload/use-uploads.ts';
import { useAsset } from '../use-assets.ts';
import { AssetName } from './asset-name.tsx';
import { AssetPreview } from './asset-preview.tsx';
import { AssetSaid } from './asset-said.tsx';
import { AssetUses } from './asset-uses.tsx';
import { AssetVersions } from './asset-versions.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useAssetBulk } from './use-asset-bulk.ts';
import { useLibraryCache } from './use-library.ts';

const CropDialog = lazyPart(async () => (await import('../crop/crop-dialog.tsx')).default);

interface AssetDetailsProps {
  readonly assetId: string;
  /** Level of its parts' headings. */
  readonly heading: 'h2' | 'h3';
}

/** All that there is to know of a file, and to do with it. */
export function AssetDetails({ assetId, heading }: AssetDetailsProps) {
  const asset = useAsset(assetId);
  const cache = useLibraryCache();
  const data = asset?.data;
  useEffect(() => {
    if (data) cache.put(data);
  }, [data, cache]);
  if (data) return <Details asset={data} heading={heading} />;
  if (asset?.error) return <Failed error={asset.error} onRetry={() => void asset.refetch()} />;
  return (
    <div role="status" className="flex flex-col gap-3">
      <Skeleton className="aspect-video w-full" />
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}

function Details({ asset, heading }: { readonly asset: Asset } & Pick<AssetDetailsProps, 'heading'>) {
  const { project, may } = useProject();
  const mayEdit = may('asset.write');
  const isTrashed = asset.status === 'trashed';
  const isPicture = asset.kind === 'image' || asset.kind === 'svg';
  const isChangeable = mayEdit && !isTrashed;
  const problem = asset.error ?? asset.replacement?.error ?? null;
  return (
    <div className="flex flex-col gap-5">
      <AssetPreview asset={asset} />
      <div className="flex flex-col gap-1">
        <AssetName asset={asset} isFixed={!isChangeable} />
        <AssetFacts asset={asset} />
        <p className="text-xs text-muted">
          {t.uploadedBy({ who: asset.created_by.name ?? asset.created_by.id ?? '' })}, <TimeAgo at={asset.created_at} />
        </p>
        <p className="flex flex-wrap gap-1.5">
          {isTrashed && <Badge tone="warning">{common.inTrash}</Badge>}
          {asset.processing && <Badge tone="info">{media.stages.processing}</Badge>}
          {asset.status === 'failed' && <Badge tone="danger">{media.failedAsset}</Badge>}
        </p>
        {problem && (
          <p role="alert" className="text-sm break-words text-danger">
            {errorText(problem)}
          </p>
        )}
      </div>
      <DetailActions asset={asset} isChangeable={isChangeable} />
      <Part heading={heading} title={isPicture ? t.aboutPicture : t.aboutFile}>
        {isChangeable ? (
          <div className="flex flex-col gap-4">
            {isPicture && <AssetTexts asset={asset} locale={project.default_locale} />}
            <AssetAbout asset={asset} locale={project.default_locale} />
          </div>
        ) : (
          <AssetSaid asset={asset} />
        )}
      </Part>
      <Part heading={heading} title={t.usesTitle}>
        <AssetUses assetId={asset.id} />
      </Part>
      <Part heading={heading} title={t.versionsTitle}>
        <AssetVersions key={asset.sha256} asset={asset} />
      </Part>
    </div>
  );
}

interface PartProps extends Pick<AssetDetailsProps, 'heading'> {
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ heading: Heading, title, children }: PartProps) {
  return (
    <section>
      <Heading className="mb-2 text-sm font-semibold">{title}</Heading>
      {children}
    </section>
  );
}

interface DetailActionsProps {
  readonly asset: Asset;
  readonly isChangeable: boolean;
}

function DetailActions({ asset, isChangeable }: DetailActionsProps) {
  const { project, may } = useProject();
  const mayEdit = may('asset.write');
  const queue = useUploadQueue();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const bulk = useAssetBulk();
  const [open, setOpen] = useState<'crop' | 'move' | 'delete' | null>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const { isUsed } = useUses(asset);
  const target = { projectId: project.id, assetId: asset.id };
  const isTrashed = asset.status === 'trashed';
  const close = (): void => setOpen(null);

  const replace = (file: File): void => {
    setChosen(null);
    tell(t.replacing({ name: file.name }));
    const [handle] = queue.add([file], { replaces: asset.id });
    void handle?.settled.then(() => {
      void queryClient.invalidateQueries({ queryKey: trpc.assets.get.queryKey(target) });
      void queryClient.invalidateQueries(trpc.assetVersions.pathFilter());
    });
  };
  const choose = ([file]: readonly File[]): void => {
    if (!file) return;
    if (isUsed) setChosen(file);
    else replace(file);
  };
  const download = async (): Promise<void> => {
    const link = await attempt(client.assets.linkOriginal.query(target), common.notDone);
    if (link) window.open(link.url, '_blank', 'noopener');
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(asset.url ?? '');
      tell(common.copied);
    } catch (error) {
      tellFailure(t.notCopied, error);
    }
  };
  const size = { size: 'sm', className: 'max-sm:h-11' } as const;
  return (
    <div className="flex flex-wrap gap-1.5">
      {isChangeable && asset.kind === 'image' && (
        <Button icon={Crop} label={t.cropAndFocus} {...size} onClick={() => setOpen('crop')} />
      )}
      {isChangeable && <FileButton icon={RefreshCw} label={t.replaceFile} {...size} onFiles={choose} />}
      {isChangeable && <Button icon={FolderInput} label={t.moveTo} {...size} onClick={() => setOpen('move')} />}
      {mayEdit && asset.sha256 && (
        <Button icon={Download} label={t.download} {...size} onClick={() => void download()} />
      )}
      {!mayEdit && asset.url && (
        <Button {...size} asChild>
          <a href={asset.url} download={asset.filename} target="_blank" rel="noreferrer">
            <Download aria-hidden /> {t.downloadShown}
          </a>
        </Button>
      )}
      {asset.url && !isTrashed && <Button icon={Copy} label={t.copyAddress} {...size} onClick={() => void copy()} />}
      {isChangeable && (
        <Button icon={Trash2} label={common.delete} {...size} variant="danger" onClick={() => setOpen('delete')} />
      )}
      {mayEdit && isTrashed && (
        <Button
          icon={RotateCcw}
          label={common.restore}
          {...size}
          busy={bulk.isPending}
          onClick={() => void bulk.run([asset], { action: 'restore' })}
        />
      )}
      {chosen && (
        <UsesDialog
          asset={asset}
          title={media.replaceTitle({ name: asset.filename, file: chosen.name })}
          action={media.replace}
          onConfirm={() => replace(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
      {open === 'crop' && <CropDialog asset={asset} onClose={close} />}
      {open === 'move' && (
        <MoveDialog
          count={1}
          from={asset.folder_id}
          busy={bulk.isPending}
          onMove={(folder) => void bulk.run([asset], { action: 'move', folder_id: folder }).then(close)}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <DeleteDialog
          assets={[asset]}
          busy={bulk.isPending}
          onDelete={() => void bulk.run([asset], { action: 'trash' }).then(close)}
          onClose={close}
        />
      )}
    </div>
  );
}
