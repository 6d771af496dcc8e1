import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { common } from '#messages/common';
import { media as t } from '#messages/media';
import { useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ChangeDialog } from '@/ui/change-dialog.tsx';
import type { Asset } from './upload/upload-types.ts';

/** So many entries are read; of more, it's only said that there are more. */
const MOST = 100;

/** The entries that use a file. */
export function useUses({ id, usage_count: count }: Asset) {
  const { project } = useProject();
  const { number } = formats;
  const trpc = useTRPC();
  const query = useQuery(trpc.assets.usage.queryOptions({ projectId: project.id, assetId: id, limit: MOST }));
  const { data: users = [], next_cursor: more = null } = query.data ?? {};
  const live = users.filter(({ uses }) => uses.some((use) => use.live));
  return {
    query,
    live,
    drafts: users.filter((user) => !live.includes(user)),
    /** Whether it's used in another place than one of an entry. */
    isElsewhere: (entryId: string): boolean => {
      const places = users.flatMap(({ id: user, uses }) => uses.map(({ field }) => `${user} ${field}`));
      return more !== null || new Set(places).size > 1 || places.some((place) => !place.startsWith(entryId));
    },
    isUsed: count > 0 || users.length > 0,
    /** Whether live entries use it, or may. When that can't be read, it's asked: the question says so then. */
    isLive: live.length > 0 || more !== null || query.isError,
    /** Says a number of them. */
    said: (entries: readonly object[]) =>
      more === null
        ? { count: entries.length, shown: number(entries.length) }
        : { count: entries.length + 1, shown: `${number(entries.length)}+` },
  };
}

/** How many live entries change with what is said of a file; nothing when none does. */
export function LiveUses({ asset }: { readonly asset: Asset }) {
  const { live, said } = useUses(asset);
  return live.length > 0 && <p className="text-xs font-medium text-muted">{t.liveUses(said(live))}</p>;
}

interface UsesDialogProps
  extends Pick<ComponentProps<typeof ChangeDialog>, 'title' | 'action' | 'busy' | 'onConfirm' | 'onClose'> {
  readonly asset: Asset;
}

/** Asks before a file changes that entries use, and says which. */
export function UsesDialog({ asset, ...dialog }: UsesDialogProps) {
  const { project } = useProject();
  const { query, live, drafts, said } = useUses(asset);
  const titles = (users: typeof live) =>
    users.map(({ id, title }) => ({
      id,
      title: title || common.untitled,
      href: `/projects/${project.id}/entries/${id}`,
    }));
  return (
    <ChangeDialog
      {...dialog}
      tone="primary"
      consequence={t.usedHelp}
      query={query}
      parts={[
        { heading: t.shownLive(said(live)), items: titles(live) },
        { heading: t.inDrafts(said(drafts)), items: titles(drafts) },
      ]}
    />
  );
}
