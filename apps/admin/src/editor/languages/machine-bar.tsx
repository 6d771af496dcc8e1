import { useQuery } from '@tanstack/react-query';
import { Check, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { changes } from '#messages/changes';
import { machine as t } from '#messages/machine';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { valueText } from '@/field-types/value-text.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { ChangeDialog } from '@/ui/change-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';
import type { LocaleFormState } from '../form/form-context.tsx';
import type { EditSession } from '../session/edit-session.ts';
import { useConfirm } from './use-confirm.ts';

interface MachineBarProps {
  readonly state: LocaleFormState;
  readonly session: EditSession;
  /** Fields that a machine translated and no one has checked. */
  readonly unchecked: readonly string[];
}

/** Has the project's service translate, and lists fields to be checked. It asks before it replaces texts by people. */
export default function MachineBar({ state, session, unchecked }: MachineBarProps) {
  const { project } = useProject();
  const telling = { words: changes, formats: formats };
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const { entryId, locale, collection, store } = state;
  const [written, setWritten] = useState<readonly string[]>([]);
  const service = useQuery(trpc.translations.getService.queryOptions({ projectId: project.id }, { staleTime: 60_000 }));
  const labelsOf = (keys: readonly string[]): string =>
    collection.fields.flatMap(({ key, label }) => (keys.includes(key) ? [label] : [])).join(', ');
  const translate = useAction(
    trpc.translations.translate,
    t.notTranslated,
    async ({ translated_fields: done, unchanged_fields: same, left_fields: left, kept_fields: kept }) => {
      await invalidate(trpc.entries);
      setWritten(kept);
      if (kept.length > 0 && done.length + same.length + left.length === 0) return;
      const said = [
        ...(done.length > 0 ? [t.translated({ count: done.length })] : []),
        ...(same.length > 0 ? [t.same({ fields: labelsOf(same) })] : []),
        ...(left.length > 0 ? [t.left({ fields: labelsOf(left) })] : []),
      ];
      tell(said.length > 0 ? said.join(' ') : t.nothing);
    },
  );
  const { confirm, isPending } = useConfirm(state, session);
  const target = { projectId: project.id, entryId, locale };
  /** @param fields by default those that no person wrote */
  const run = async (fields: { fields: string[] } | { keep_written: true }): Promise<void> => {
    if ((await session.flush()) === null) tell(t.unsaved);
    else translate.mutate({ ...target, ...fields });
  };
  const replaced = collection.fields
    .filter(({ key }) => written.includes(key))
    .map((field) => ({
      id: field.key,
      title: field.label,
      note: valueText(field, store.value(locale, field.key), telling),
    }));
  if (!service.data?.kind && unchecked.length === 0) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      {unchecked.length > 0 && (
        <>
          <p className="text-sm">{t.toCheck({ count: unchecked.length })}</p>
          <Button
            icon={Check}
            label={t.checked}
            size="sm"
            className="max-sm:h-11"
            busy={isPending}
            onClick={() => confirm(unchecked)}
          />
        </>
      )}
      {service.data?.kind && locale !== project.default_locale && (
        <Button
          icon={Sparkles}
          label={t.translate}
          size="sm"
          variant="ghost"
          className="max-sm:h-11 sm:ms-auto"
          busy={translate.isPending}
          onClick={() => void run({ keep_written: true })}
        />
      )}
      {written.length > 0 && (
        <ChangeDialog
          title={t.replaceTitle({ count: written.length })}
          consequence={t.replaceHelp}
          action={t.replace}
          tone="primary"
          busy={translate.isPending}
          parts={[{ heading: t.replaced, items: replaced }]}
          onConfirm={() => void run({ fields: [...written] })}
          onClose={() => setWritten([])}
        />
      )}
    </div>
  );
}
