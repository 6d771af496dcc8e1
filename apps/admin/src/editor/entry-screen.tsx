import { parseAsBoolean, parseAsString, useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { shell as t } from '#messages/shell';
import { listAddress } from '@/entry/list-address.ts';
import { useEditedEntry } from '@/entry/use-entry.ts';
import { useProject } from '@/project/project-context.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { Failed } from '@/ui/states.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { EntryEditor } from './entry-editor.tsx';
import { EntryPanelHost } from './entry-panel-host.tsx';

/** Reads an entry and opens it in the editor, on a page of its own. */
export function EntryScreen({ id: entryId }: { readonly id: string }) {
  const { project } = useProject();
  const navigate = useNavigate();
  const [locale, setLocale] = useQueryState('locale', parseAsString.withDefault(project.default_locale));
  const [source, setSource] = useQueryState('beside', parseAsString);
  const [thread] = useQueryState('thread', parseAsString);
  const [isNew] = useQueryState('new', parseAsBoolean.withDefault(false));
  const entry = useEditedEntry(entryId);
  const onLocale = useCallback((next: string) => void setLocale(next), [setLocale]);
  if (entry.data) {
    const { collection_key: collection } = entry.data;
    return (
      <EntryPanelHost locale={locale}>
        <EntryEditor
          key={entryId}
          entry={entry.data}
          locale={project.locales.includes(locale) ? locale : project.default_locale}
          onLocale={onLocale}
          source={source !== null && project.locales.includes(source) ? source : null}
          onSource={(next) => void setSource(next)}
          onClose={null}
          onLeave={() => navigate.push(listAddress(project.id, collection), { returns: true })}
          isNew={isNew}
          firstThread={thread ?? undefined}
        />
      </EntryPanelHost>
    );
  }
  if (entry.error) {
    const back = { href: `/projects/${project.id}/entries`, label: t.toEntries };
    return <Failed error={entry.error} onRetry={() => void entry.refetch()} back={back} />;
  }
  return <EditorSkeleton />;
}
