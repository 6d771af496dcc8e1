import { editor as t } from '#messages/editor';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { useAction } from '@/ui/use-action.ts';
import type { LocaleFormState } from '../form/form-context.tsx';
import type { EditSession } from '../session/edit-session.ts';

/** Says that fields of a translation are correct as they are: neither outdated nor to be checked any more. */
export function useConfirm({ entryId, locale }: LocaleFormState, session: EditSession) {
  const { project } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const confirm = useAction(trpc.translations.confirm, t.notConfirmed, () => invalidate(trpc.entries));
  return {
    isPending: confirm.isPending,
    confirm: (fields: readonly string[]): void =>
      confirm.mutate({
        projectId: project.id,
        entryId,
        locale,
        base_version: session.view().version,
        fields: [...fields],
      }),
  };
}
