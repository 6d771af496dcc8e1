import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { media as t } from '#messages/media';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { useUses } from './live-uses.tsx';
import type { Asset } from './upload/upload-types.ts';

type Texts = Readonly<Record<string, string | null>>;

/** A change of what is said of a file. */
export interface AssetSaying extends Partial<Pick<Asset, 'decorative' | 'credit' | 'rights' | 'tags'>> {
  readonly alt_text?: Texts;
  readonly caption?: Texts;
}

/**
 * Changes what is said of a file: shown at once, and taken back when the server refuses. Where live entries use it, a message says so,
 * with an Undo to what was said at first.
 */
export function useSayOfAsset(asset: Asset): (change: AssetSaying) => Promise<boolean> {
  const save = useSaveAsset(asset);
  const { isLive } = useUses(asset);
  const [first] = useState(asset);
  return async (change) => {
    const isSaved = await save(change);
    // Tags aren't published.
    if (isSaved && isLive && !change.tags)
      tell(t.textsAreLive, () => void save(asFirst(change, first)), placeOf(asset.id, change));
    return isSaved;
  };
}

/** The place of a change: its fields, and the languages of their texts. Undoing one takes back no other. */
export function placeOf(assetId: string, change: AssetSaying): string {
  const parts = Object.entries(change).map(([key, value]) =>
    key === 'alt_text' || key === 'caption' ? `${key}.${Object.keys(value).join('+')}` : key,
  );
  return [assetId, ...parts.sort()].join(' ');
}

/** The change that takes another one back. */
function asFirst(change: AssetSaying, first: Asset): AssetSaying {
  const texts = (changed: Texts, were: Texts): Texts =>
    Object.fromEntries(Object.keys(changed).map((locale) => [locale, were[locale] ?? null]));
  return {
    ...Object.fromEntries(Object.keys(change).map((key) => [key, first[key as keyof AssetSaying]])),
    ...(change.alt_text && { alt_text: texts(change.alt_text, first.alt_text) }),
    ...(change.caption && { caption: texts(change.caption, first.caption) }),
  };
}

function withTexts(before: Texts, change: Texts = {}): Record<string, string> {
  const entries = Object.entries({ ...before, ...change });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

function useSaveAsset(asset: Asset): (change: AssetSaying) => Promise<boolean> {
  const { project } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const key = trpc.assets.get.queryKey({ projectId: project.id, assetId: asset.id });
  const mutationKey = ['asset-texts', asset.id];
  /** Whether the save that ends now is the latest: an older answer would take back newer input. */
  const isLast = (): boolean => queryClient.isMutating({ mutationKey }) === 1;
  const { mutateAsync } = useMutation({
    ...trpc.assets.update.mutationOptions({
      onSuccess: (after, { tags }) => {
        if (isLast()) queryClient.setQueryData(key, after);
        void queryClient.invalidateQueries(trpc.assets.list.pathFilter());
        if (tags) void queryClient.invalidateQueries(trpc.assetTags.list.pathFilter());
      },
      onError: (error) => {
        tellFailure(t.notSaved, error);
        void queryClient.invalidateQueries({ queryKey: key });
      },
    }),
    mutationKey,
    // One after the other, in the order in which they were made.
    scope: { id: asset.id },
  });
  return (change) => {
    const saved = queryClient.getQueryData(key);
    // Reads under way were asked for before this change.
    void queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData(
      key,
      (before) =>
        before && {
          ...before,
          ...change,
          alt_text: withTexts(before.alt_text, change.alt_text),
          caption: withTexts(before.caption, change.caption),
        },
    );
    return mutateAsync({ projectId: project.id, assetId: asset.id, ...change }).then(
      () => true,
      () => {
        queryClient.setQueryData(key, saved);
        return false;
      },
    );
  };
}
