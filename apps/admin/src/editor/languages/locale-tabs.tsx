import { common } from '#messages/common';
import { entries as words } from '#messages/entries';
import type { Outputs } from '@/api/trpc.ts';
import { type LocaleState, localeState } from '@/entry/locale-state.ts';
import { LocaleIcon } from '@/entry/locale-status.tsx';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { TabList } from '@/ui/tab-list.tsx';

interface LocaleTabsProps {
  readonly entry: Outputs['entries']['get'];
  /** Languages that have a draft, also one that isn't saved yet. */
  readonly begun: readonly string[];
  readonly locale: string;
  readonly onChange: (locale: string) => void;
}

/** The languages of an entry, each with its state, as an icon and in words. */
export function LocaleTabs({ entry, begun, locale, onChange }: LocaleTabsProps) {
  const { project } = useProject();
  const { language } = formats;
  if (project.locales.length < 2) return null;
  const tabs = project.locales.map((key) => {
    const known = localeState(entry, key);
    const state: LocaleState = known === 'missing' && begun.includes(key) ? 'draft' : known;
    const label = (
      <>
        {language(key)}
        <span className="inline-flex items-center gap-1 text-xs font-normal text-muted">
          <LocaleIcon state={state} />
          {words[state]}
        </span>
      </>
    );
    return { key, label };
  });
  return (
    <TabList
      label={common.languages}
      prefix="locale-tab-"
      panel="locale-form"
      tabs={tabs}
      value={locale}
      onChange={onChange}
    />
  );
}
