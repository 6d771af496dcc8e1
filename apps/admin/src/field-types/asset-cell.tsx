import { AssetThumb } from '@/media/asset-thumb.tsx';
import { useAsset } from '@/media/use-assets.ts';
import { Skeleton } from '@/ui/states.tsx';

/** An asset in a cell of the list: small, with its name for screen readers. */
export default function AssetCell({ id }: { readonly id: string }) {
  const asset = useAsset(id);
  if (!asset?.data) return asset?.isError ? null : <Skeleton className="size-8" />;
  return (
    <>
      <AssetThumb asset={asset.data} width={32} className="size-8 rounded-sm border" />
      <span className="sr-only">{asset.data.filename}</span>
    </>
  );
}
