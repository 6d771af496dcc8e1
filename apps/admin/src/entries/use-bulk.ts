import { useMutation } from '@tanstack/react-query';
import { common } from '#messages/common';
import { entries as words } from '#messages/entries';
import { list as t } from '#messages/list';
import { errorOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { type FieldChange, MOST_AT_ONCE } from '@/entry/dry-run.ts';
import { type Refused, useRefusals } from '@/entry/refusals.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { useProject } from '@/project/project-context.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { tell, tellFailure, tellProblem } from '@/ui/toast.tsx';
import type { ListedEntry } from './list-columns.tsx';

/** Actions on many entries at once. */
export type BulkAction =
  | 'publish'
  | 'undo_publish'
  | 'unpublish'
  | 'trash'
  | 'restore'
  | 'republish'
  | 'set'
  | 'undo_set';

/** Options of an action besides the entries. */
interface BulkOptions {
  /** To publish, unpublish, republish and change a field: in which locales each entry. */
  readonly locales?: ReadonlyMap<string, readonly string[]> | undefined;
  /** To undo: the version that each publish or change made. */
  readonly made?: ReadonlyMap<string, number>;
  readonly change?: FieldChange | undefined;
}

/** Does something to many entries: to all that it can be done to. The message that says so undoes it. */
export function useBulk() {
  const { project } = useProject();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const refusedOf = useRefusals();
  const bulk = useMutation(trpc.entries.bulk.mutationOptions());
  const duplicate = useMutation(trpc.entries.duplicate.mutationOptions());
  /** @returns the entries that it couldn't be done to, and why; null when nothing was done at all */
  const run = async (
    action: BulkAction,
    ids: readonly string[],
    rows: readonly ListedEntry[],
    { locales, made, change }: BulkOptions = {},
  ): Promise<readonly Refused[] | null> => {
    const refused: Refused[] = [];
    const changed = new Map<string, number>();
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      const part = ids.slice(at, at + MOST_AT_ONCE);
      const isSeen = action === 'publish' || action === 'set';
      const versions = isSeen ? versionsOf(part, rows) : part.flatMap((id) => made?.get(id) ?? []);
      try {
        const target = { projectId: project.id, entry_ids: [...part], partial: true };
        const answer = await bulk.mutateAsync({
          ...target,
          action,
          ...change,
          ...(versions?.length && { base_versions: versions }),
          ...(locales && { entry_locales: part.map((id) => [...(locales.get(id) ?? [])]) }),
        });
        refused.push(...refusedOf(answer.data, rows));
        for (const item of answer.data) {
          if (item.result === 'changed' && item.version !== null) changed.set(item.id, item.version);
        }
      } catch (error) {
        if (at === 0) {
          tellFailure(common.notDone, error);
          // An answer that was lost on its way may have been a yes.
          await refresh();
          return null;
        }
        refused.push(...ids.slice(at).map((id) => ({ id, message: errorOf(error).message })));
        break;
      }
    }
    const done = ids.filter((id) => !refused.some((one) => one.id === id));
    const wasLive = action === 'trash' && done.some((id) => rows.find((one) => one.id === id)?.status === 'published');
    const count = action === 'set' || action === 'undo_set' ? changed.size : done.length;
    const message = `${t.done[action]({ count })}${wasLive ? ` ${t.offTheSite}` : ''}`;
    if (done.length > 0) tell(message, undoOf(action, done, rows, { locales, changed }));
    await refresh();
    return refused;
  };
  const undoOf = (
    action: BulkAction,
    done: readonly string[],
    rows: readonly ListedEntry[],
    { locales, changed }: Pick<BulkOptions, 'locales'> & { readonly changed: ReadonlyMap<string, number> },
  ): (() => void) | undefined => {
    const wasLive = done.filter((id) => rows.find((one) => one.id === id)?.status === 'published');
    const others = done.filter((id) => !wasLive.includes(id));
    const back = (...undo: Parameters<typeof run>): void =>
      void run(...undo).then((refused) => {
        if (refused?.[0]) tellProblem(t.couldNot({ count: refused.length }), refused[0].message);
      });
    const taken = action === 'publish' ? 'undo_publish' : action === 'set' ? 'undo_set' : null;
    if (taken && changed.size > 0) return () => back(taken, [...changed.keys()], rows, { made: changed });
    // Locales that weren't live before aren't to be live then.
    if (action === 'unpublish') return () => back('republish', [...changed.keys()], rows, { locales });
    if (action === 'restore' || action === 'republish') return () => back('trash', done, rows);
    if (action !== 'trash') return undefined;
    return () => {
      if (wasLive.length > 0) back('republish', wasLive, rows);
      if (others.length > 0) back('restore', others, rows);
    };
  };
  return {
    isPending: bulk.isPending,
    run,
    duplicate: (entryId: string): void =>
      duplicate.mutate(
        { projectId: project.id, entryId },
        {
          onSuccess: (copy) => {
            tell(words.duplicated);
            void refresh();
            navigate.push(`/projects/${project.id}/entries/${copy.id}`);
          },
          onError: (error) => tellFailure(words.notDuplicated, error),
        },
      ),
  };
}

/** The versions that the list shows: what changed since isn't published unseen. Null when it doesn't show them all. */
export function versionsOf(ids: readonly string[], rows: readonly ListedEntry[]): number[] | null {
  const versions = ids.flatMap((id) => rows.find((one) => one.id === id)?.version ?? []);
  return versions.length === ids.length ? versions : null;
}
