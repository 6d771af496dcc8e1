import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#messages/common';
import { machine as t } from '#messages/machine';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Textarea } from '@/ui/input.tsx';
import { QueryState } from '@/ui/states.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { readLines, toLines } from './glossary-lines.ts';

interface GlossaryDialogProps {
  readonly locale: string;
  readonly onClose: () => void;
}

/** How terms are translated into a language by machine. */
export function GlossaryDialog({ locale, onClose }: GlossaryDialogProps) {
  const { project } = useProject();
  const { language } = formats;
  const trpc = useTRPC();
  const glossary = useQuery(
    trpc.translations.getGlossary.queryOptions({ projectId: project.id, locale }, { staleTime: 0, gcTime: 0 }),
  );
  const title = t.glossaryOf({ language: language(locale) });
  if (glossary.data) return <TermsForm title={title} glossary={glossary.data} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <QueryState query={glossary} rows={4} />
    </Dialog>
  );
}

interface TermsFormProps extends Pick<GlossaryDialogProps, 'onClose'> {
  readonly title: string;
  readonly glossary: Outputs['translations']['getGlossary'];
}

function TermsForm({ title, glossary, onClose }: TermsFormProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  // The glossary as others have changed it meanwhile.
  const [newer, setNewer] = useState<typeof glossary | null>(null);
  const form = useServerForm({ lines: toLines(glossary.terms) }, async ({ lines }) => {
    const read = readLines(lines);
    if (typeof read === 'number') return;
    const target = { projectId: project.id, locale: glossary.locale };
    const { version: base_version } = newer ?? glossary;
    try {
      await client.translations.changeGlossary.mutate({ ...target, terms: [...read], base_version });
    } catch (error) {
      if (errorOf(error).code !== 'glossary.version_conflict') throw error;
      return setNewer(await client.translations.getGlossary.query(target));
    }
    await invalidate(trpc.translations);
    tell(common.saved);
    onClose();
  });
  const validate = (lines: string): true | string => {
    const read = readLines(lines);
    return typeof read === 'number' ? t.badLine({ line: read }) : true;
  };
  const { error, ...field } = form.field('lines', { validate });
  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title={title}
      description={t.glossaryHelp}
      action={common.save}
      disabled={!form.isDirty}
    >
      <Field label={t.terms} error={error}>
        {(control) => <Textarea {...control} {...field} rows={10} dir="auto" />}
      </Field>
      {newer && (
        <>
          <p role="alert" className="text-sm text-danger">
            {t.glossaryChanged}
          </p>
          <Field label={t.glossaryNow}>
            {(control) => <Textarea {...control} value={toLines(newer.terms)} readOnly rows={5} dir="auto" />}
          </Field>
        </>
      )}
    </FormDialog>
  );
}
