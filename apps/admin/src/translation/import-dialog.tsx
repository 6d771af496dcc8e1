import { useState } from 'react';
import { common } from '#messages/common';
import { media } from '#messages/media';
import { translation as t } from '#messages/translation';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useRefusals } from '@/entry/refusals.ts';
import { useEntries } from '@/entry/use-entry.ts';
import { useProject } from '@/project/project-context.tsx';
import { type Affected, AffectedList } from '@/ui/affected-list.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { tellFailure, tellProblem } from '@/ui/toast.tsx';
import { FilesToImport } from './files-to-import.tsx';

type Imported = Outputs['translations']['import']['data'][number];

/** So many entries are named by their titles. */
const MOST_NAMED = 100;

/** Whether a text is a document of XLIFF. The server says what is wrong within one. */
function isXliff(text: string): boolean {
  return new DOMParser().parseFromString(text, 'application/xml').documentElement.localName === 'xliff';
}

/** Saves translated files as drafts, and says what became of each entry. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { project, schema } = useProject();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isAnySource, setAnySource] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [imported, setImported] = useState<readonly Imported[] | null>(null);
  const refused = (imported ?? []).filter(({ error }) => error);
  const partly = (imported ?? []).filter((one) => !one.error && one.untranslated_fields.length > 0);
  // Titles are for people to read: of those that no one reads, ids do.
  const named = [...refused, ...partly].slice(0, MOST_NAMED).map((one) => one.entry_id);
  const entries = useEntries(named).flatMap(({ data }) => data ?? []);
  const refusalsOf = useRefusals();
  const send = async (): Promise<void> => {
    setBusy(true);
    const all: Imported[] = [];
    for (const file of files) {
      const more = isAnySource ? { accept_changed_source: true } : {};
      const xliff = await file.text().catch(() => null);
      const fault = xliff === null ? media.problems.changed : isXliff(xliff) ? null : t.notXliff;
      if (xliff === null || fault !== null) {
        tellProblem(`${t.notImported}: ${file.name}`, fault ?? '');
        continue;
      }
      try {
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
    const reasons = refusalsOf(
      refused.map(({ entry_id: id, error }) => ({ id, error })),
      entries,
    );
    const affected = (id: string, note: string | undefined): Affected => ({
      id,
      title: entries.find((one) => one.id === id)?.title || id,
      href: `/projects/${project.id}/entries/${id}`,
      note,
    });
    const labelsOf = ({ entry_id: id, untranslated_fields: keys }: Imported): string => {
      const { collection_key: key } = entries.find((one) => one.id === id) ?? {};
      const fields = schema?.collections.find((one) => one.key === key)?.fields ?? [];
      return keys.map((one) => fields.find((field) => field.key === one)?.label ?? one).join(', ');
    };
    return (
      <Dialog
        title={t.import}
        description={t.result({ saved: count('saved'), unchanged: count('unchanged') })}
        onClose={onClose}
        footer={<Button label={common.close} onClick={onClose} className="max-sm:h-11" />}
      >
        {refused.length > 0 && (
          <>
            <p className="mb-2 text-sm">{t.refused({ count: refused.length })}</p>
            <AffectedList
              items={refused.map(({ entry_id: id }) => affected(id, reasons.find((one) => one.id === id)?.message))}
            />
          </>
        )}
        {partly.length > 0 && (
          <>
            <p className="mt-4 mb-2 text-sm">{t.partly}</p>
            <AffectedList items={partly.map((one) => affected(one.entry_id, labelsOf(one)))} />
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
      <FilesToImport files={files} onFiles={setFiles} />
      <Checkbox label={t.anySource} checked={isAnySource} onChange={({ target }) => setAnySource(target.checked)} />
    </FormDialog>
  );
}
