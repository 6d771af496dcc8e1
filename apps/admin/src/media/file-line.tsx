import { changes as t } from '#messages/changes';
import { errorOf } from '@/api/errors.ts';
import { Skeleton } from '@/ui/states.tsx';
import { AssetThumb, type AssetThumbProps } from './asset-thumb.tsx';
import { useAsset } from './use-assets.ts';

interface FileLineProps {
  readonly id: string;
  /** Focal point of the picture here. */
  readonly focus?: AssetThumbProps['focus'];
}

/** A file, small, with its name. */
export function FileLine({ id, focus }: FileLineProps) {
  const asset = useAsset(id === '' ? null : id);
  const isMissing = !asset || (asset.isError && errorOf(asset.error).status === 404);
  if (isMissing) return <em className="text-muted">{t.missingFile}</em>;
  if (!asset.data) return <Skeleton className="h-10 w-40" />;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <AssetThumb asset={asset.data} focus={focus} width={64} className="size-10 shrink-0 rounded-sm border" />
      <span className="min-w-0 truncate">{asset.data.filename}</span>
    </span>
  );
}
