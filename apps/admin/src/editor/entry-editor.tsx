import { previewOf } from '@stele/schema';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { editor as t } from '#messages/editor';
import { presence } from '#messages/presence';
import type { Outputs } from '@/api/trpc.ts';
import { withWords } from '@/i18n/load-words.ts';
import { mayPublish, mayWrite } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { tellFailure, withdraw } from '@/ui/toast.tsx';
import { CommentsButton } from './comments/comments-button.tsx';
import { CommentingProvider } from './comments/comments-context.ts';
import { useComments } from './comments/use-comments.ts';
import { EditorHeader } from './editor-header.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { focusField, focusFirst } from './form/focus-field.ts';
import type { FormAccess } from './form/form-context.tsx';
import type { Problem } from './form/problems.ts';
import { useEntryForm } from './form/use-entry-form.ts';
import { restoredFields } from './history/restored-fields.ts';
import { LocaleForm } from './languages/locale-form.tsx';
import { Outline } from './outline/outline.tsx';
import { useAnnounced } from './presence/use-announced.ts';
import type { SessionView } from './session/session-view.ts';
import { useEditSession } from './session/use-edit-session.ts';
import { useSessionFact } from './session/use-session-fact.ts';
import { useDiscardUntouched } from './use-discard-untouched.ts';
import { useEditorShortcuts } from './use-editor-shortcuts.ts';
import { useEditorTop } from './use-editor-top.ts';
import { usePreviewToggle } from './use-preview-toggle.ts';

const publishDialog = () => withWords(import('./publish/publish-dialog.tsx'));
const commentsPanel = () => withWords(import('./comments/comments-panel.tsx'));
const historyPanel = () => withWords(import('./history/history-panel.tsx'));
const conflictPanel = () => withWords(import('./session/conflict-panel.tsx'));
const PublishDialog = lazyPart(async () => (await publishDialog()).PublishDialog);
const ConflictPanel = lazyPart(async () => (await conflictPanel()).ConflictPanel);
const PreviewPane = lazyPart(async () => (await import('./preview/preview-pane.tsx')).PreviewPane);
const CommentsPanel = lazyPart(async () => (await commentsPanel()).CommentsPanel);
const HistoryPanel = lazyPart(async () => (await historyPanel()).HistoryPanel);

interface EntryEditorProps {
  readonly entry: Outputs['entries']['get'];
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
  /** Language shown beside that one; null for none. */
  readonly source: string | null;
  readonly onSource: (locale: string | null) => void;
  /** Closes the panel that the editor is in; null when it's a page of its own. */
  readonly onClose: (() => void) | null;
  /** Where to go when the entry left. */
  readonly onLeave: () => void;
  /** Whether it was just created: its first field takes the focus. */
  readonly isNew: boolean;
  /** Path of the field that takes the focus. */
  readonly firstPath?: string | undefined;
  /** Id of a thread of comments that is shown. */
  readonly firstThread?: string | undefined;
}

/** Edits an entry: a form for each language, saved automatically; publishing, history and the rest around it. */
export function EntryEditor(props: EntryEditorProps) {
  const { entry, locale, onLocale, source, onSource, onClose, onLeave, isNew, firstPath, firstThread } = props;
  const opened = useProject();
  const { project, schema, user } = opened;
  const { session, hasRecovered } = useEditSession(entry);
  const collection = schema?.collections.find(({ key }) => key === entry.collection_key) ?? null;
  const isTrashed = entry.status === 'trashed';
  const isReadOnly = (one: string): boolean => isTrashed || !mayWrite(opened, entry, one);
  const readOnlyLocales = project.locales.filter(isReadOnly).join(' ');
  const isSharedReadOnly = Object.keys(entry.locales_status).some(isReadOnly);
  // The same as long as its facts are: fields are drawn again with another one.
  const access = useMemo((): FormAccess => {
    const locales = new Set(readOnlyLocales.split(' '));
    return { isReadOnly: (one) => locales.has(one), isSharedReadOnly };
  }, [readOnlyLocales, isSharedReadOnly]);
  const canPublish = mayPublish(opened, entry) && !isTrashed;
  const form = useEntryForm(entry.id, session, collection, access);
  const hasConflict = useSessionFact(session, isInConflict);
  const [open, setOpen] = useState<'publish' | 'history' | 'problems' | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const hasPreview = collection !== null && previewOf(collection) !== undefined;
  const preview = usePreviewToggle(onClose === null && collection !== null, hasPreview);
  const show = useCallback(
    ({ locale: at, path, node }: Problem) => {
      setOpen(null);
      form.problems.reveal();
      const isShared = form.collection.fields.some((field) => path.startsWith(field.key) && !field.localized);
      const target = isShared ? locale : at || locale;
      if (target !== locale) onLocale(target);
      if (path !== '') focusField(form, target, path, node);
    },
    [form, locale, onLocale],
  );
  const showField = (at: string, path: string): void => {
    if (at !== locale) onLocale(at);
    focusField(form, at, path);
  };
  const flush = useCallback(() => session.flush(), [session]);
  // A part that can't be loaded must not take the form away.
  const afterLoading = useCallback(
    (load: () => Promise<unknown>, show: () => void): void =>
      void load().then(show, (error: unknown) => tellFailure(t.notOpened, error)),
    [],
  );
  const onPublish = (): void => afterLoading(publishDialog, () => setOpen('publish'));
  const [canResolve, setCanResolve] = useState(false);
  useEffect(() => {
    if (hasConflict) afterLoading(conflictPanel, () => setCanResolve(true));
  }, [hasConflict, afterLoading]);
  useEditorShortcuts({ root, flush, onPublish: canPublish ? onPublish : null, onPreview: preview.toggle });
  useEditorTop(root);
  const comments = useComments(form, locale, root, firstThread);
  useAnnounced(form, root);
  useDiscardUntouched({ projectId: project.id, entryId: entry.id }, session, isNew);
  useEffect(() => () => withdraw(restoredFields(entry.id)), [entry.id]);
  useEffect(() => {
    if (isNew) focusFirst();
  }, [isNew]);
  useEffect(() => {
    if (firstPath !== undefined) focusField(form, locale, firstPath);
  }, []);
  const besides = source === locale ? null : source;
  // Side by side and in a panel, the form needs the width.
  const hasColumn = besides === null && onClose === null && !preview.isOpen && !comments.open;
  const aside = comments.open && !preview.isOpen ? ' lg:pe-[25.5rem]' : '';
  const other = entry.updated_by.id === user.id ? presence.otherTab : entry.updated_by.name;

  return (
    <div ref={root} className="contents">
      <EditorHeader
        entry={entry}
        form={form}
        session={session}
        locale={locale}
        onLocale={onLocale}
        source={besides}
        onSource={onSource}
        onClose={onClose}
        onLeave={onLeave}
        onPublish={canPublish ? onPublish : null}
        isPreviewOpen={preview.isOpen}
        onPreview={preview.toggle}
        tools={
          <CommentsButton
            count={comments.commenting.threads.length}
            onPress={() => afterLoading(commentsPanel, () => comments.openAt(null))}
          />
        }
        onHistory={() => afterLoading(historyPanel, () => setOpen('history'))}
        isProblemsOpen={open === 'problems'}
        onProblems={(is) => setOpen(is ? 'problems' : null)}
        onShow={show}
        onShowField={showField}
      />
      <EditorNotices entry={entry} locale={locale} session={session} hasRecovered={hasRecovered} />
      {hasConflict && canResolve && <ConflictPanel session={session} collection={collection} other={other} />}
      <div className={preview.isOpen ? 'grid min-w-0 flex-1 lg:grid-cols-2' : 'contents'}>
        <div
          className={`${
            hasColumn
              ? 'mx-auto grid w-full max-w-6xl flex-1 gap-x-10 gap-y-8 px-4 py-6 max-sm:pb-24 sm:px-6 xl:grid-cols-[minmax(0,1fr)_15rem]'
              : preview.isOpen
                ? 'flex min-w-0 flex-col gap-8 px-4 py-6 max-lg:hidden sm:px-6'
                : 'mx-auto flex w-full max-w-7xl flex-1 flex-col gap-8 px-4 py-6 max-sm:pb-24 sm:px-6'
          }${aside}`}
        >
          <CommentingProvider value={comments.commenting}>
            <LocaleForm
              key={`${entry.id} ${locale}`}
              entry={entry}
              form={form}
              session={session}
              locale={locale}
              source={besides}
            />
          </CommentingProvider>
          <div className="flex min-w-0 flex-col gap-8 xl:sticky xl:top-[calc(var(--editor-top,8rem)+1.5rem)] xl:self-start">
            {hasColumn && <Outline form={form} session={session} locale={locale} />}
            <EntryFacts entry={entry} locale={locale} />
          </div>
        </div>
        {preview.isOpen && (
          <PreviewPane
            entry={entry}
            form={form}
            session={session}
            locale={locale}
            onLocale={onLocale}
            root={root}
            onClose={preview.close}
          />
        )}
      </div>
      {open === 'publish' && canPublish && (
        <PublishDialog
          entry={entry}
          form={form}
          session={session}
          locale={locale}
          onClose={() => setOpen(null)}
          onShow={show}
        />
      )}
      {comments.open && (
        <CommentsPanel
          form={form}
          locale={locale}
          open={comments.open}
          mayWrite={!isTrashed}
          onOpen={comments.openAt}
          onShowField={showField}
          onClose={comments.close}
        />
      )}
      {open === 'history' && (
        <HistoryPanel
          entry={entry}
          collection={collection}
          form={form}
          session={session}
          locale={locale}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

function isInConflict({ state }: SessionView): boolean {
  return state === 'conflict';
}
