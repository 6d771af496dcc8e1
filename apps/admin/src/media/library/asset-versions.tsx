import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#messages/common';
import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';
import { UsesDialog, useUses } from '../live-uses.tsx';
import type { Asset } from '../upload/upload-types.ts';
import { useLibraryCache } from './use-library.ts';

/** Earlier files of an asset. Each can be restored. */
export function AssetVersions({ asset }: { readonly asset: Asset }) {
  const { project, may } = useProject();
  const { bytes, day } = formats;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const cache = useLibraryCache();
  const target = { projectId: project.id, assetId: asset.id };
  const { isUsed } = useUses(asset);
  const [chosen, setChosen] = useState<{ readonly id: string; readonly filename: string } | null>(null);
  const versions = useQuery(trpc.assetVersions.list.queryOptions({ ...target, limit: 50 }, { staleTime: 0 }));
  const restore = useAction(
    trpc.assetVersions.restore,
    common.notDone,
    (after) => {
      queryClient.setQueryData(trpc.assets.get.queryKey(target), after);
      cache.put(after);
      tell(t.isBack({ name: after.filename }));
      return queryClient.invalidateQueries(trpc.assetVersions.pathFilter());
    },
    () => setChosen(null),
  );
  const restoreVersion = ({ id }: { readonly id: string }): void => restore.mutate({ ...target, versionId: id });
  if (versions.isPending) return <Skeleton className="h-10" />;
  const list = versions.data?.data ?? [];
  if (list.length === 0) return <p className="text-sm text-muted">{t.noVersions}</p>;
  return (
    <>
      {chosen && (
        <UsesDialog
          asset={asset}
          title={media.replaceTitle({ name: asset.filename, file: chosen.filename })}
          action={common.restore}
          busy={restore.isPending}
          onConfirm={() => restoreVersion(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
      <ul className="flex flex-col divide-y rounded-lg border bg-surface">
        {list.map((version) => (
          <li key={version.id} className="flex items-center gap-3 px-3 py-2 text-sm">
            <span className="min-w-0 flex-1">
              <span dir="auto" title={version.filename} className="block truncate font-medium rtl:text-right">
                {version.filename}
              </span>
              <span className="block text-xs text-muted">
                {bytes(version.bytes)} ·{' '}
                {t.replacedBy({ who: version.replaced_by.name ?? version.replaced_by.id ?? '' })},{' '}
                <TimeAgo at={version.replaced_at} />
              </span>
              <span className="block text-xs text-muted">{t.removedForGood({ day: day(version.expires_at) })}</span>
            </span>
            {may('asset.write') && asset.status !== 'trashed' && (
              <Button
                label={common.restore}
                size="sm"
                className="max-sm:h-10"
                aria-label={t.restoreOf({ name: version.filename })}
                busy={restore.isPending && restore.variables.versionId === version.id}
                disabled={restore.isPending}
                onClick={() => (isUsed ? setChosen(version) : restoreVersion(version))}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
