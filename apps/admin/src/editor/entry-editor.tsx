'use client';

import { ChevronLeft, RotateCcw } from 'lucide-react';
import Link from 'next/link';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useState } from 'react';
import type { Outputs } from '@/api/trpc.ts';
import { useRestoreEntry } from '@/entries/use-entry-actions.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { EntryMenu } from './entry-menu.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { LocaleForm } from './locale-form.tsx';
import { LocaleTabs } from './locale-tabs.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SaveIndicator } from './save-indicator.tsx';
import { useEditSession } from './use-edit-session.ts';

type Entry = Outputs['entries']['get'];

/** Edits an entry: a form for each language, saved by itself; publishing, history and the rest around it. */
export function EntryEditor({ entry }: { readonly entry: Entry }) {
  const { project, schema, mayEdit } = useProject();
  const { session, view, hasRecovered } = useEditSession(entry);
  const [locale, setLocale] = useQueryState('locale', parseAsString.withDefault(project.default_locale));
  const [isPublishing, setPublishing] = useState(false);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const restore = useRestoreEntry();
  const collection = schema?.collections.find(({ key }) => key === entry.collection_key) ?? null;
  const isTrashed = entry.status === 'trashed';
  const readOnly = !mayEdit || isTrashed;

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey)) return;
      if (event.key === 's') {
        event.preventDefault();
        void session.flush();
      } else if (event.key === 'Enter' && !readOnly) {
        event.preventDefault();
        setPublishing(true);
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [session, readOnly]);

  return (
    <>
      <header className="sticky top-12 z-10 border-b bg-background md:top-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 sm:px-6">
          <Button asChild variant="ghost" size="icon-sm">
            <Link
              href={`/projects/${project.id}/entries?collection=${entry.collection_key}`}
              aria-label={`Back to ${collection?.label ?? entry.collection_key}`}
            >
              <ChevronLeft aria-hidden />
            </Link>
          </Button>
          <div className="min-w-0 flex-1">
            <h1 className="truncate text-lg font-semibold">{entry.title || 'Untitled'}</h1>
            <p className="truncate text-xs text-muted">{collection?.label ?? entry.collection_key}</p>
          </div>
          <SaveIndicator view={view} onRetry={() => session.retry()} />
          <div className="flex items-center gap-1.5 max-sm:w-full">
            <Button variant="ghost" size="md" onClick={() => setHistoryOpen(true)} className="max-sm:flex-1">
              History
            </Button>
            {!readOnly && (
              <Button variant="primary" onClick={() => setPublishing(true)} className="max-sm:flex-1">
                Publish
              </Button>
            )}
            {mayEdit && !isTrashed && <EntryMenu entry={entry} flush={() => session.flush()} />}
          </div>
        </div>
        <LocaleTabs entry={entry} values={view.values} locale={locale} onChange={(next) => void setLocale(next)} />
      </header>
      {isTrashed && (
        <div className="flex flex-wrap items-center gap-3 border-b bg-warning-soft px-6 py-2.5 text-sm text-warning">
          <span className="flex-1">This entry is in the trash. It can be read, not edited.</span>
          {mayEdit && (
            <Button
              size="sm"
              busy={restore.isPending}
              onClick={() => restore.mutate({ projectId: project.id, entryId: entry.id })}
            >
              <RotateCcw aria-hidden /> Restore
            </Button>
          )}
        </div>
      )}
      {hasRecovered && (
        <p role="status" className="border-b bg-info-soft px-6 py-2 text-sm text-info">
          What you typed before this page was closed was kept, and has been brought back.
        </p>
      )}
      {view.state === 'conflict' && (
        <ConflictPanel view={view} collection={collection} onChoose={(choose) => session.resolve(choose)} />
      )}
      <div className="mx-auto grid w-full max-w-6xl flex-1 gap-x-10 gap-y-8 px-4 py-6 sm:px-6 xl:grid-cols-[minmax(0,1fr)_15rem]">
        <LocaleForm
          entry={entry}
          collection={collection}
          locale={locale}
          view={view}
          session={session}
          readOnly={readOnly}
        />
        <EntryFacts entry={entry} />
      </div>
      <PublishDialog
        open={isPublishing}
        onOpenChange={setPublishing}
        entry={entry}
        view={view}
        session={session}
        onShowLocale={(next) => void setLocale(next)}
      />
      <HistoryPanel
        open={isHistoryOpen}
        onOpenChange={setHistoryOpen}
        entry={entry}
        collection={collection}
        readOnly={readOnly}
        flush={() => session.flush()}
      />
    </>
  );
}
