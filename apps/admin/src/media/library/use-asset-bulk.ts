import { useMutation } from '@tanstack/react-query';
import { common } from '#messages/common';
import { library as t } from '#messages/library';
import { errorText } from '@/api/error-texts.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import type { Asset } from '../upload/upload-types.ts';
import { useFolderList } from '../use-folders.ts';
import type { TagChange } from './tags-dialog.tsx';
import { useLibraryCache } from './use-library.ts';

/** A file that something couldn't be done to, and why. */
export interface RefusedAsset {
  readonly id: string;
  readonly filename: string;
  readonly message: string;
}

type Change =
  | { readonly action: 'trash' | 'restore' }
  | { readonly action: 'move'; readonly folder_id: string | null }
  | { readonly action: 'patch'; readonly patch: TagChange };

/** So many files the API takes at once. */
const AT_ONCE = 100;

/** Moves, tags, deletes and restores many files: all that it can be done to. The message that says so undoes it. */
export function useAssetBulk() {
  const { project } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const cache = useLibraryCache();
  const folders = useFolderList();
  const bulk = useMutation(trpc.assets.bulk.mutationOptions());

  const send = async (assets: readonly Asset[], change: Change): Promise<readonly RefusedAsset[]> => {
    const refused: RefusedAsset[] = [];
    for (let from = 0; from < assets.length; from += AT_ONCE) {
      const some = assets.slice(from, from + AT_ONCE);
      const { data } = await bulk.mutateAsync({
        projectId: project.id,
        asset_ids: some.map(({ id }) => id),
        partial: true,
        ...(change.action === 'patch' ? { action: change.action, patch: mutable(change.patch) } : change),
      });
      for (const { id, error } of data) {
        const filename = some.find((one) => one.id === id)?.filename ?? id;
        if (error) refused.push({ id, filename, message: errorText(error) });
      }
    }
    return refused;
  };
  const refresh = async (): Promise<void> => {
    await Promise.all([cache.refresh(), invalidate(trpc.assets), invalidate(trpc.assetTags)]);
    void invalidate(trpc.storage);
  };
  /** Does it and says nothing. @returns null when it failed altogether */
  const attempt = async (assets: readonly Asset[], change: Change): Promise<readonly RefusedAsset[] | null> => {
    try {
      return await send(assets, change);
    } catch (error) {
      tellFailure(common.notDone, error);
      return null;
    } finally {
      await refresh();
    }
  };
  const run = async (assets: readonly Asset[], change: Change): Promise<readonly RefusedAsset[] | null> => {
    const refused = await attempt(assets, change);
    if (!refused) return null;
    const done = assets.filter(({ id }) => !refused.some((one) => one.id === id));
    if (done.length > 0) tell(said(done.length, change), () => void undo(done, change));
    return refused;
  };
  const said = (count: number, change: Change): string => {
    if (change.action === 'patch') return t.tagged({ count });
    if (change.action !== 'move') return change.action === 'trash' ? t.trashed({ count }) : t.restored({ count });
    const name = folders?.find(({ id }) => id === change.folder_id)?.name;
    return name === undefined ? t.movedOut({ count }) : t.moved({ count, folder: name });
  };
  const undo = async (assets: readonly Asset[], change: Change): Promise<void> => {
    if (change.action === 'patch') {
      for (const [patch, some] of undoneTags(assets, change.patch)) await attempt(some, { action: 'patch', patch });
      return;
    }
    if (change.action !== 'move') {
      await attempt(assets, { action: change.action === 'trash' ? 'restore' : 'trash' });
      return;
    }
    for (const folder of new Set(assets.map(({ folder_id: from }) => from))) {
      const from = assets.filter((one) => one.folder_id === folder);
      await attempt(from, { action: 'move', folder_id: folder });
    }
  };
  return { isPending: bulk.isPending, run };
}

function mutable({ add_tags: added, remove_tags: removed }: TagChange) {
  return { add_tags: [...added], remove_tags: [...removed] };
}

/** The changes that give files back the tags that they had, each with its files. */
function undoneTags(
  assets: readonly Asset[],
  { add_tags: added, remove_tags: removed }: TagChange,
): readonly (readonly [TagChange, readonly Asset[]])[] {
  const byChange = new Map<string, Asset[]>();
  for (const asset of assets) {
    const { tags } = asset;
    const undone: TagChange = {
      add_tags: removed.filter((tag) => tags.includes(tag)),
      remove_tags: added.filter((tag) => !tags.includes(tag)),
    };
    const key = JSON.stringify(undone);
    byChange.set(key, [...(byChange.get(key) ?? []), asset]);
  }
  return [...byChange].map(([key, some]) => [JSON.parse(key) as TagChange, some] as const);
}
