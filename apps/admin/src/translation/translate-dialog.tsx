import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { machine as t } from '#messages/machine';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { targetLocales } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { followRun } from './followed-run.ts';
import { LanguageField } from './language-field.tsx';

interface TranslateDialogProps {
  /** Null for all whose translation is missing. */
  readonly rows: readonly Pick<Outputs['entries']['list']['data'][number], 'id'>[] | null;
  /** The language; null to ask for it. */
  readonly locale: string | null;
  readonly onClose: () => void;
}

/** Asks before many entries are translated by machine, which goes on without it. */
export function TranslateDialog({ rows, locale, onClose }: TranslateDialogProps) {
  const open = useProject();
  const { language } = formats;
  const targets = targetLocales(open);
  const [chosen, setChosen] = useState(locale ?? targets[0] ?? '');
  const [isAll, setAll] = useState(false);
  const { id: projectId } = open.project;
  const start = useMutation(
    useTRPC().translationRuns.start.mutationOptions({
      onSuccess: ({ id }) => {
        followRun(projectId, id);
        onClose();
      },
    }),
  );
  const input = {
    projectId,
    locale: chosen,
    keep_written: !isAll,
    ...(rows && { entry_ids: rows.map(({ id }) => id) }),
  };
  return (
    <FormDialog
      onClose={onClose}
      title={rows ? t.manyTitle({ count: rows.length }) : t.missingTitle({ language: language(chosen) })}
      description={t.manyHelp}
      action={t.translate}
      cancels
      busy={start.isPending}
      failure={start.error && errorOf(start.error)}
      onSubmit={() => start.mutateAsync(input)}
    >
      {locale === null && <LanguageField locales={targets} value={chosen} onChange={setChosen} />}
      {rows && <Checkbox label={t.replaceWritten} checked={isAll} onChange={({ target }) => setAll(target.checked)} />}
    </FormDialog>
  );
}
