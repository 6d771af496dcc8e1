import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, errorOf, isPassing, sentenceOf } from '@/api/errors.ts';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useMachineWords } from '@/i18n/machine-words.ts';
import { useTranslationWords } from '@/i18n/translation-words.ts';
import { targetLocales } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { type Affected, AffectedList } from '@/ui/affected-list.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/input.tsx';

type Row = Pick<Outputs['entries']['list']['data'][number], 'id' | 'title' | 'collection_key'>;

interface TranslateDialogProps {
  /** Null for all whose translation is missing. */
  readonly rows: readonly Row[] | null;
  /** The language; null to ask for it. */
  readonly locale: string | null;
  readonly onClose: () => void;
}

/** How far a translation of many entries is. */
interface Progress {
  readonly total: number;
  readonly done: number;
  readonly translated: number;
  readonly left: readonly Affected[];
  readonly isOver: boolean;
}

/** Errors after which no other entry would be translated either. */
const FATAL = ['translation.no_service', 'rate_limited'];
/** What a service answers that refuses the key, or whose quota is used up. */
const CLOSED = [401, 402, 403, 456];
/** So many failures in a row aren't due to single entries. */
const MOST_FAILURES = 3;

/** Has many entries translated by machine, one after the other, and says which were left out and why. */
export function TranslateDialog({ rows, locale, onClose }: TranslateDialogProps) {
  const open = useProject();
  const { common } = useMessages();
  const t = useMachineWords();
  const words = useTranslationWords();
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
        {locale === null && !progress && (
          <Field label={words.into}>
            {(control) => (
              <Select
                {...control}
                value={chosen}
                options={targets.map((one) => [one, language(one)] as const)}
                onChange={setChosen}
              />
            )}
          </Field>
        )}
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

function isFatal({ status, code, details: [detail] }: ApiFailure): boolean {
  return status === 0 || FATAL.includes(code) || CLOSED.includes(detail?.service_status ?? 0);
}

/** Translates entry by entry, until all are done, it's stopped, or no one sees it. What is translated by then stays. */
function useTranslateMany() {
  const { project, schema } = useProject();
  const { common } = useMessages();
  const t = useMachineWords();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);
  const stop = (): void => {
    isStopped.current = true;
  };
  useEffect(() => stop, []);
  const missingIn = async (locale: string): Promise<readonly Row[]> => {
    const found: Row[] = [];
    let cursor: string | undefined;
    do {
      const filter = { projectId: project.id, translation: `${locale}:missing`, limit: 100 };
      const page = await client.entries.list.query({ ...filter, ...(cursor && { cursor }) });
      found.push(...page.data);
      cursor = page.next_cursor ?? undefined;
    } while (cursor && !isStopped.current);
    return found;
  };
  const labelsOf = ({ collection_key: collection }: Row, keys: readonly string[]): string =>
    (schema?.collections.find(({ key }) => key === collection)?.fields ?? [])
      .flatMap(({ key, label }) => (keys.includes(key) ? [label] : []))
      .join(', ');
  const run = async (locale: string, given: readonly Row[] | null): Promise<void> => {
    isStopped.current = false;
    let now: Progress = { total: given?.length ?? 0, done: 0, translated: 0, left: [], isOver: false };
    const update = (next: Partial<Progress>): void => {
      now = { ...now, ...next };
      setProgress(now);
    };
    update({});
    const leave = (row: Row, note: string): void => {
      const href = `/projects/${project.id}/entries/${row.id}?locale=${encodeURIComponent(locale)}`;
      update({ left: [...now.left, { id: row.id, title: row.title || common.untitled, href, note }] });
    };
    try {
      const rows = given ?? (await missingIn(locale));
      update({ total: rows.length });
      let failures = 0;
      for (const row of rows) {
        if (isStopped.current) break;
        try {
          const target = { projectId: project.id, entryId: row.id, locale, keep_written: true };
          const { translated_fields: done, ...answer } = await client.translations.translate.mutate(target);
          const { left_fields: left, kept_fields: kept } = answer;
          const notes = [
            ...(kept.length > 0 ? [t.kept(labelsOf(row, kept))] : []),
            ...(left.length > 0 ? [t.left(labelsOf(row, left))] : []),
            ...(done.length + kept.length + left.length === 0 ? [t.nothing] : []),
          ];
          if (notes.length > 0) leave(row, notes.join(' '));
          if (done.length > 0) update({ translated: now.translated + 1 });
          failures = 0;
        } catch (error) {
          const failure = errorOf(error);
          if (isFatal(failure)) throw error;
          leave(row, sentenceOf(failure));
          failures = isPassing(failure) ? failures + 1 : 0;
          if (failures === MOST_FAILURES) throw error;
        }
        update({ done: now.done + 1 });
      }
    } catch (error) {
      update({ left: [...now.left, { id: 'all', title: t.manyStopped, note: sentenceOf(errorOf(error)) }] });
    }
    update({ isOver: true });
    await invalidate(trpc.entries);
  };
  return { progress, run, stop };
}
