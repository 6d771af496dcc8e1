import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { pictureUrl } from '../picture-of.ts';
import type { Asset } from '../upload/upload-types.ts';

const WIDTH = 1600;
/** The address of an original ends after five minutes. */
const STALE_MS = 4 * 60_000;

/** Address of the whole picture, also of one that is cropped: crops and focal points count from it. Null until it's known. */
export function usePictureToCut(asset: Asset): string | null {
  const { project } = useProject();
  const trpc = useTRPC();
  const isWhole = asset.crop === null && !asset.processing;
  const { data } = useQuery(
    trpc.assets.linkOriginal.queryOptions(
      { projectId: project.id, assetId: asset.id },
      { enabled: !isWhole, staleTime: STALE_MS },
    ),
  );
  return isWhole ? pictureUrl(asset, WIDTH) : (data?.url ?? null);
}
