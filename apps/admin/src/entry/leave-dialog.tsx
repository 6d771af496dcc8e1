import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#messages/common';
import { entries as t } from '#messages/entries';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ChangeDialog } from '@/ui/change-dialog.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { useDryRun } from './dry-run.ts';
import type { localeState } from './locale-state.ts';
import { useRefusals } from './refusals.ts';

type LeavingEntry = Parameters<typeof localeState>[0] & {
  readonly id: string;
  readonly title: string;
  readonly collection_key: string;
};

interface LeaveDialogProps {
  readonly action: 'unpublish' | 'trash';
  readonly entries: readonly LeavingEntry[];
  readonly busy: boolean;
  /** @param locales of each entry those that leave the site; entries in none of them are left out */
  readonly onConfirm: (locales: ReadonlyMap<string, readonly string[]>) => void;
  readonly onClose: () => void;
}

/** Asks before entries leave the site: which, in which languages, and which live entries still refer to them. Says which can't. */
export function LeaveDialog({ action, entries, busy, onConfirm, onClose }: LeaveDialogProps) {
  const { project } = useProject();
  const { language, list } = formats;
  const dryRun = useDryRun();
  const refusedOf = useRefusals();
  const [kept, setKept] = useState<readonly string[]>([]);
  const isTrash = action === 'trash';
  const liveIn = ({ locales_status: states }: LeavingEntry): string[] =>
    Object.keys(states).filter((locale) => states[locale] === 'published' && !kept.includes(locale));
  const leaving = entries.filter((entry) => liveIn(entry).length > 0);
  const asked = isTrash ? entries : leaving;
  const ids = asked.map(({ id }) => id);
  const query = useQuery({
    ...dryRun({ action, ids, ...(!isTrash && { locales: leaving.map(liveIn) }) }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const { items = [], referrers = [] } = (ids.length > 0 && query.data) || {};
  const hrefOf = (id: string): string => `/projects/${project.id}/entries/${id}`;
  const affected = (id: string, locales: readonly string[] = []) => ({
    id,
    title: entries.find((one) => one.id === id)?.title || common.untitled,
    ...(project.locales.length > 1 && {
      note: list(project.locales.filter((locale) => locales.includes(locale)).map(language)),
    }),
  });
  const off = items.filter(({ live_changes: locales }) => locales.length > 0);
  const drafts = isTrash ? items.filter(({ live_changes: locales, error }) => locales.length === 0 && !error) : [];
  const refused = refusedOf(items, entries);
  const isRefused = items.length > 0 && refused.length === items.length;
  const [only] = entries.length === 1 ? entries : [];
  const cannot = isTrash ? t.cannotDeleteMany : t.cannotTakeOffMany;
  const titles = isTrash
    ? { one: isRefused ? t.cannotDelete : t.deleteTitle, many: isRefused ? cannot : t.deleteMany }
    : { one: isRefused ? t.cannotTakeOff : () => t.takeOff, many: isRefused ? cannot : t.takeOffMany };
  const choices = project.locales.filter((locale) =>
    entries.some(({ locales_status: states }) => states[locale] === 'published'),
  );
  return (
    <ChangeDialog
      onClose={onClose}
      title={only ? titles.one({ title: only.title || common.untitled }) : titles.many({ count: entries.length })}
      consequence={
        isRefused
          ? only && refused[0]
            ? refused[0].message
            : ''
          : isTrash
            ? t.deleteHelp({ count: entries.length - refused.length })
            : t.takeOffHelp
      }
      action={isRefused ? null : isTrash ? common.delete : common.unpublish}
      busy={busy}
      disabled={ids.length === 0 || query.isPlaceholderData}
      {...(ids.length > 0 && { query })}
      parts={[
        {
          heading: isRefused ? '' : cannot({ count: refused.length }),
          // Of the only one, it's said above.
          items: (only ? [] : refused).map(({ id, message }) => ({ ...affected(id), href: hrefOf(id), note: message })),
          isProblem: true,
        },
        { heading: t.leave({ count: off.length }), items: off.map((item) => affected(item.id, item.live_changes)) },
        {
          heading: t.stillRefer({ count: referrers.length }),
          items: referrers.map(({ id, title }) => ({ id, title: title || common.untitled, href: hrefOf(id) })),
          isProblem: true,
        },
        { heading: t.draftsToo({ count: drafts.length }), items: drafts.map(({ id }) => affected(id)) },
      ]}
      onConfirm={() => onConfirm(new Map(leaving.map((entry) => [entry.id, liveIn(entry)])))}
    >
      {!isTrash && choices.length > 1 && (
        <div className="flex flex-col gap-1">
          {choices.map((locale) => (
            <Checkbox
              key={locale}
              label={language(locale)}
              className="min-h-9"
              checked={!kept.includes(locale)}
              onChange={() => setKept(kept.includes(locale) ? kept.filter((one) => one !== locale) : [...kept, locale])}
            />
          ))}
        </div>
      )}
    </ChangeDialog>
  );
}
