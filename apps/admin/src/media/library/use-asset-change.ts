import { useMutation, useQueryClient } from '@tanstack/react-query';
import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import type { Asset } from '../upload/upload-types.ts';
import { useLibraryCache } from './use-library.ts';

/** Changes the name or a text of a file: shown at once, with a message that undoes it, and taken back when it's refused. */
export function useAssetChange() {
  const { project } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const cache = useLibraryCache();
  const { mutateAsync } = useMutation(trpc.assets.update.mutationOptions());
  const change = async (
    asset: Asset,
    patch: { readonly filename?: string; readonly alt_text?: Record<string, string | null> },
  ): Promise<boolean> => {
    const { filename = asset.filename, alt_text: texts = {} } = patch;
    const merged = Object.entries({ ...asset.alt_text, ...texts }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    cache.patch(asset.id, { filename, alt_text: Object.fromEntries(merged) });
    const queryKey = trpc.assets.get.queryKey({ projectId: project.id, assetId: asset.id });
    try {
      const after = await mutateAsync({ projectId: project.id, assetId: asset.id, ...patch });
      queryClient.setQueryData(queryKey, after);
      return true;
    } catch (error) {
      cache.patch(asset.id, { filename: asset.filename, alt_text: asset.alt_text });
      tellFailure(media.notSaved, error);
      return false;
    }
  };
  return {
    /** @returns whether it was saved */
    rename: async (asset: Asset, filename: string): Promise<boolean> => {
      const undo = (): void => void change({ ...asset, filename }, { filename: asset.filename });
      const isSaved = await change(asset, { filename });
      if (isSaved) tell(t.nameSaved({ name: filename }), undo);
      return isSaved;
    },
    /** Says what a picture shows in a language; '' says nothing. @returns whether it was saved */
    describe: async (asset: Asset, locale: string, text: string): Promise<boolean> => {
      const before = asset.alt_text[locale] ?? null;
      const after = { ...asset, alt_text: { ...asset.alt_text, ...(text && { [locale]: text }) } };
      const undo = (): void => void change(after, { alt_text: { [locale]: before } });
      const isSaved = await change(asset, { alt_text: { [locale]: text === '' ? null : text } });
      if (isSaved) tell(t.textSaved({ name: asset.filename }), undo);
      return isSaved;
    },
  };
}
