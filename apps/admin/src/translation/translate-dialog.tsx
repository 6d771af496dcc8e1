import { useState } from 'react';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useMachineWords } from '@/i18n/machine-words.ts';
import { targetLocales } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { AffectedList } from '@/ui/affected-list.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { LanguageField } from './language-field.tsx';
import { type TranslatedRow, useTranslateMany } from './use-translate-many.ts';

interface TranslateDialogProps {
  /** Null for all whose translation is missing. */
  readonly rows: readonly TranslatedRow[] | null;
  /** The language; null to ask for it. */
  readonly locale: string | null;
  readonly onClose: () => void;
}

/** Has many entries translated by machine, one after the other, and says which were left out and why. */
export function TranslateDialog({ rows, locale, onClose }: TranslateDialogProps) {
  const open = useProject();
  const { common } = useMessages();
  const t = useMachineWords();
  const { language } = useFormats();
  const targets = targetLocales(open);
  const [chosen, setChosen] = useState(locale ?? targets[0] ?? '');
  const { progress, run, stop } = useTranslateMany();
  const isRunning = progress !== null && !progress.isOver;
  const close = (): void => {
    stop();
    onClose();
  };
  return (
    <Dialog
      onClose={close}
      title={rows ? t.manyTitle(rows.length) : t.missingTitle(language(chosen))}
      description={t.manyHelp}
      footer={
        progress ? (
          <Button
            label={isRunning ? t.stop : common.close}
            className="max-sm:h-11"
            onClick={isRunning ? stop : close}
          />
        ) : (
          <>
            <Button label={common.cancel} className="max-sm:h-11" onClick={close} />
            <Button
              label={t.translate}
              variant="primary"
              className="max-sm:h-11"
              onClick={() => void run(chosen, rows)}
            />
          </>
        )
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        {locale === null && !progress && <LanguageField locales={targets} value={chosen} onChange={setChosen} />}
        {progress && (
          <>
            <div
              role="progressbar"
              aria-label={t.translate}
              aria-valuenow={progress.done}
              aria-valuemin={0}
              aria-valuemax={progress.total}
              className="h-1 overflow-hidden rounded-full bg-hover"
            >
              <div
                className="h-full bg-accent transition-[width]"
                style={{ width: `${(100 * progress.done) / Math.max(1, progress.total)}%` }}
              />
            </div>
            <p role="status" className="text-sm">
              {progress.isOver ? t.manyDone(progress.translated) : t.manyProgress(progress.done, progress.total)}
            </p>
          </>
        )}
        {progress?.isOver && progress.left.length > 0 && (
          <section className="flex min-w-0 flex-col gap-1.5">
            <h3 className="text-sm font-semibold">{t.manyLeft(progress.left.length)}</h3>
            <AffectedList items={progress.left} />
          </section>
        )}
      </div>
    </Dialog>
  );
}
