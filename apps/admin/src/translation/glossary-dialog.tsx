import { useQuery } from '@tanstack/react-query';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useMachineWords } from '@/i18n/machine-words.ts';
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
  const t = useMachineWords();
  const { language } = useFormats();
  const trpc = useTRPC();
  const glossary = useQuery(
    trpc.translations.getGlossary.queryOptions({ projectId: project.id, locale }, { staleTime: 0, gcTime: 0 }),
  );
  const title = t.glossaryOf(language(locale));
  if (glossary.data) return <TermsForm title={title} locale={locale} terms={glossary.data.terms} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <QueryState query={glossary} rows={4} />
    </Dialog>
  );
}

interface TermsFormProps extends GlossaryDialogProps {
  readonly title: string;
  readonly terms: Parameters<typeof toLines>[0];
}

function TermsForm({ title, locale, terms, onClose }: TermsFormProps) {
  const { project } = useProject();
  const t = useMachineWords();
  const { common } = useMessages();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const form = useServerForm({ lines: toLines(terms) }, async ({ lines }) => {
    const read = readLines(lines);
    if (typeof read === 'number') return;
    await client.translations.changeGlossary.mutate({ projectId: project.id, locale, terms: [...read] });
    await invalidate(trpc.translations);
    tell(common.saved);
    onClose();
  });
  const validate = (lines: string): true | string => {
    const read = readLines(lines);
    return typeof read === 'number' ? t.badLine(read) : true;
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
    </FormDialog>
  );
}
