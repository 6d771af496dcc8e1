import { useEffect, useRef, useState } from 'react';
import { type ApiFailure, errorOf, isPassing, sentenceOf } from '@/api/errors.ts';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useMachineWords } from '@/i18n/machine-words.ts';
import { useProject } from '@/project/project-context.tsx';
import type { Affected } from '@/ui/affected-list.tsx';

export type TranslatedRow = Pick<Outputs['entries']['list']['data'][number], 'id' | 'title' | 'collection_key'>;

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

function isFatal({ status, code, details: [detail] }: ApiFailure): boolean {
  return status === 0 || FATAL.includes(code) || CLOSED.includes(detail?.service_status ?? 0);
}

/** Translates entry by entry, until all are done, it's stopped, or no one sees it. What is translated by then stays. */
export function useTranslateMany() {
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
  const missingIn = async (locale: string): Promise<readonly TranslatedRow[]> => {
    const found: TranslatedRow[] = [];
    let cursor: string | undefined;
    do {
      const filter = { projectId: project.id, translation: `${locale}:missing`, limit: 100 };
      const page = await client.entries.list.query({ ...filter, ...(cursor && { cursor }) });
      found.push(...page.data);
      cursor = page.next_cursor ?? undefined;
    } while (cursor && !isStopped.current);
    return found;
  };
  const labelsOf = ({ collection_key: collection }: TranslatedRow, keys: readonly string[]): string =>
    (schema?.collections.find(({ key }) => key === collection)?.fields ?? [])
      .flatMap(({ key, label }) => (keys.includes(key) ? [label] : []))
      .join(', ');
  const run = async (locale: string, given: readonly TranslatedRow[] | null): Promise<void> => {
    isStopped.current = false;
    let now: Progress = { total: given?.length ?? 0, done: 0, translated: 0, left: [], isOver: false };
    const update = (next: Partial<Progress>): void => {
      now = { ...now, ...next };
      setProgress(now);
    };
    update({});
    const leave = (row: TranslatedRow, note: string): void => {
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
