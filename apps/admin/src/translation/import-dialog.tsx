import { useState } from 'react';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useTranslationWords } from '@/i18n/translation-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { AffectedList } from '@/ui/affected-list.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { tellFailure } from '@/ui/toast.tsx';

type Imported = Outputs['translations']['import']['data'][number];

/** Saves translated files as drafts, and says what became of each entry. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { project } = useProject();
  const t = useTranslationWords();
  const { common } = useMessages();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isAnySource, setAnySource] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [imported, setImported] = useState<readonly Imported[] | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    const all: Imported[] = [];
    for (const file of files) {
      const more = isAnySource ? { accept_changed_source: true } : {};
      try {
        const xliff = await file.text();
        all.push(...(await client.translations.import.mutate({ projectId: project.id, xliff, ...more })).data);
      } catch (error) {
        tellFailure(`${t.notImported}: ${file.name}`, error);
      }
    }
    if (all.length > 0) setImported(all);
    setBusy(false);
    await invalidate(trpc.entries);
  };
  if (imported) {
    const count = (result: Imported['result']): number => imported.filter((one) => one.result === result).length;
    const refused = imported.filter((one) => one.error);
    return (
      <Dialog
        title={t.import}
        description={t.result(count('saved'), count('unchanged'))}
        onClose={onClose}
        footer={<Button label={common.close} onClick={onClose} className="max-sm:h-11" />}
      >
        {refused.length > 0 && (
          <>
            <p className="mb-2 text-sm">{t.refused(refused.length)}</p>
            <AffectedList
              items={refused.map(({ entry_id: id, error }) => ({
                id,
                title: id,
                href: `/projects/${project.id}/entries/${id}`,
                note: [
                  error?.message,
                  ...(error?.details ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
                ].join(' '),
              }))}
            />
          </>
        )}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t.import}
      description={t.importHelp}
      action={t.import}
      busy={isBusy}
      disabled={files.length === 0}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label={t.files}>
        {(control) => (
          <input
            {...control}
            type="file"
            multiple
            accept=".xlf,.xliff,application/xliff+xml"
            className="text-sm"
            onChange={({ target }) => setFiles([...(target.files ?? [])])}
          />
        )}
      </Field>
      <Checkbox label={t.anySource} checked={isAnySource} onChange={({ target }) => setAnySource(target.checked)} />
    </FormDialog>
  );
}
