import { useState } from 'react';
import { translation as t } from '#messages/translation';
import { useProject } from '@/project/project-context.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { LanguageField } from './language-field.tsx';
import { useExport } from './use-export.ts';

interface ExportDialogProps {
  readonly ids: readonly string[];
  /** The language that is proposed; null for the first one. */
  readonly locale: string | null;
  readonly onClose: () => void;
}

/** Asks into which language some entries are to be translated, and downloads their texts. */
export function ExportDialog({ ids, locale, onClose }: ExportDialogProps) {
  const { project } = useProject();
  const targets = project.locales.filter((one) => one !== project.default_locale);
  const [chosen, setChosen] = useState(targets.find((one) => one === locale) ?? targets[0] ?? '');
  const { run, isBusy } = useExport();
  return (
    <FormDialog
      title={t.export}
      description={t.exportHelp}
      action={t.download}
      busy={isBusy}
      onSubmit={() => run(chosen, ids).then(onClose)}
      onClose={onClose}
    >
      <LanguageField locales={targets} value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
