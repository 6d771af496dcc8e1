import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#messages/common';
import { editor } from '#messages/editor';
import { list as t } from '#messages/list';
import { machine as words } from '#messages/machine';
import { useDryRun } from '@/entry/dry-run.ts';
import { isLeftOut, localeState } from '@/entry/locale-state.ts';
import { useRefusals } from '@/entry/refusals.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ChangeDialog } from '@/ui/change-dialog.tsx';
import { Checkbox } from '@/ui/input.tsx';
import type { ListedEntry } from './list-columns.tsx';
import { useListQuery } from './list-query.ts';
import { versionsOf } from './use-bulk.ts';

/** Entries with something to publish in a language: that change there, or that go live there for the first time. */
interface LanguageChoice {
  readonly key: string;
  readonly locale: string;
  readonly isNew: boolean;
  readonly rows: readonly ListedEntry[];
}

interface BulkPublishDialogProps {
  readonly rows: readonly ListedEntry[];
  readonly busy: boolean;
  /** @param locales of each entry that is published, those in which it is */
  readonly onConfirm: (locales: ReadonlyMap<string, readonly string[]>) => void;
  readonly onClose: () => void;
}

/** Asks before entries are published: which, in which languages, and which can't be or needn't. */
export function BulkPublishDialog({ rows, busy, onConfirm, onClose }: BulkPublishDialogProps) {
  const { project } = useProject();
  const { language, list } = formats;
  const [{ locale: filtered, translation }] = useListQuery();
  const dryRun = useDryRun();
  const refusalsOf = useRefusals();
  const choices = languageChoices(rows, project.locales);
  const edited = filtered ?? translation?.split(':')[0] ?? project.default_locale;
  const [left, setLeft] = useState<readonly string[]>(() =>
    choices.flatMap(({ key, locale, rows: [first] }) => (first && isLeftOut(first, locale, edited) ? [key] : [])),
  );
  const chosen = new Map<string, readonly string[]>();
  for (const { key, locale, rows: own } of choices) {
    if (left.includes(key)) continue;
    for (const { id } of own) chosen.set(id, [...(chosen.get(id) ?? []), locale]);
  }
  const ids = [...chosen.keys()];
  const query = useQuery({
    ...dryRun({ action: 'publish', ids, locales: [...chosen.values()], versions: versionsOf(ids, rows) }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const items = (ids.length > 0 && query.data?.items) || [];
  const refused = refusalsOf(items, rows);
  const live = items.filter(({ live_changes: locales }) => locales.length > 0);
  const unchecked = live.filter(({ unchecked_fields: fields }) => Object.keys(fields).length > 0);
  const isStarted = new Set(choices.flatMap((choice) => choice.rows.map(({ id }) => id)));
  const rest = rows.filter(({ id }) => !live.some((one) => one.id === id) && !refused.some((one) => one.id === id));
  const affected = (id: string, note?: string) => ({
    id,
    title: rows.find((one) => one.id === id)?.title || common.untitled,
    note,
  });
  const namesOf = (id: string, locales: readonly string[]): string =>
    list(
      project.locales
        .filter((locale) => locales.includes(locale))
        .map((locale) => {
          const isNew = choices.some(
            (one) => one.isNew && one.locale === locale && one.rows.some((row) => row.id === id),
          );
          return isNew ? t.newIn({ language: language(locale) }) : language(locale);
        }),
    );
  return (
    <ChangeDialog
      onClose={onClose}
      tone="primary"
      title={t.publishTitle({ count: rows.length })}
      consequence={choices.length === 0 ? editor.dialog.nothing : editor.dialog.changes}
      action={live.length === 0 ? common.publish : t.publishAction({ count: live.length })}
      busy={busy}
      disabled={live.length === 0 || query.isPlaceholderData}
      {...(ids.length > 0 && { query })}
      parts={[
        {
          heading: t.notPublishable({ count: refused.length }),
          items: refused.map(({ id, message }) => ({
            ...affected(id, message),
            href: `/projects/${project.id}/entries/${id}`,
          })),
          isProblem: true,
        },
        {
          heading: t.goLive({ count: live.length }),
          items: live.map(({ id, live_changes: locales }) => affected(id, namesOf(id, locales))),
        },
        {
          heading: words.unchecked({ count: unchecked.length }),
          items: unchecked.map(({ id, unchecked_fields: fields }) => ({
            ...affected(id, list(Object.keys(fields).map(language))),
            href: `/projects/${project.id}/entries/${id}?locale=${Object.keys(fields)[0]}`,
          })),
        },
        {
          heading: t.stay({ count: rest.length }),
          items: query.isPlaceholderData
            ? []
            : rest.map(({ id }) => affected(id, isStarted.has(id) ? t.notChosen : t.nothingNew)),
        },
      ]}
      onConfirm={() => onConfirm(new Map(live.map(({ id }) => [id, chosen.get(id) ?? []])))}
    >
      {choices.length > 0 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-semibold">{common.languages}</legend>
          {choices.map(({ key, locale, isNew, rows: own }) => (
            <Checkbox
              key={key}
              label={t.languageChoice({ language: language(locale), count: own.length, isNew })}
              className="min-h-9"
              checked={!left.includes(key)}
              onChange={() => setLeft(left.includes(key) ? left.filter((one) => one !== key) : [...left, key])}
            />
          ))}
        </fieldset>
      )}
    </ChangeDialog>
  );
}

function languageChoices(rows: readonly ListedEntry[], locales: readonly string[]): readonly LanguageChoice[] {
  return locales.flatMap((locale) =>
    (['changed', 'draft'] as const).flatMap((state): LanguageChoice[] => {
      const own = rows.filter((row) => localeState(row, locale) === state);
      return own.length === 0 ? [] : [{ key: `${locale} ${state}`, locale, isNew: state === 'draft', rows: own }];
    }),
  );
}
