import { useMutation } from '@tanstack/react-query';
import { common } from '#messages/common';
import { list as t } from '#messages/list';
import { useTRPC } from '@/api/trpc.ts';
import type { Refused } from '@/entry/refusals.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { targetLocales } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import type { ListedEntry } from './list-columns.tsx';

/** As many as one request confirms. */
const MOST_AT_ONCE = 100;

/** Says of entries that their outdated translations are correct as they are, in the languages that one may edit. */
export function useConfirmTranslations(rows: readonly ListedEntry[], onDone: (refused: readonly Refused[]) => void) {
  const open = useProject();
  const refresh = useRefresh();
  const { isPending, mutateAsync } = useMutation(useTRPC().translations.confirmMany.mutationOptions());
  const due = targetLocales(open)
    .map((locale) => ({ locale, rows: rows.filter(({ outdated_fields: outdated }) => outdated?.[locale]?.length) }))
    .filter((one) => one.rows.length > 0);
  const confirm = async (): Promise<void> => {
    const refused: Refused[] = [];
    let count = 0;
    try {
      for (const { locale, rows: all } of due) {
        for (let at = 0; at < all.length; at += MOST_AT_ONCE) {
          const part = all.slice(at, at + MOST_AT_ONCE);
          const { data } = await mutateAsync({
            projectId: open.project.id,
            locale,
            entry_ids: part.map(({ id }) => id),
            base_versions: part.map(({ version }) => version),
          });
          for (const { id, confirmed_fields: fields, error } of data) {
            count += fields.length;
            if (error) refused.push({ id, message: error.message });
          }
        }
      }
      tell(t.confirmed({ count }));
      onDone(refused);
    } catch (error) {
      tellFailure(common.notDone, error);
    } finally {
      await refresh();
    }
  };
  return { isPending, confirm, hasDue: due.length > 0 };
}
