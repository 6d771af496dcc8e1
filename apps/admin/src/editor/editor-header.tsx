import { ChevronLeft, Columns2, History, MonitorSmartphone, X } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { common } from '#messages/common';
import { editor } from '#messages/editor';
import type { Outputs } from '@/api/trpc.ts';
import { listAddress } from '@/entry/list-address.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Select } from '@/ui/input.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Link } from '@/ui/link.tsx';
import { EntryMenu } from './entry-menu.tsx';
import type { EntryForm } from './form/form-context.tsx';
import type { Problem } from './form/problems.ts';
import { LocaleTabs } from './languages/locale-tabs.tsx';
import { PeopleStack } from './presence/people-stack.tsx';
import { SaveNote } from './presence/save-note.tsx';
import { ProblemsMenu } from './problems-menu.tsx';
import { PublishButton } from './publish/publish-button.tsx';
import { SaveIndicator } from './save-indicator.tsx';
import type { EditSession } from './session/edit-session.ts';
import type { SessionView } from './session/session-view.ts';
import { useSessionFact } from './session/use-session-fact.ts';

const ViewOnSite = lazyPart(async () => (await import('@/entry/page/view-on-site.tsx')).ViewOnSite);
const ReviewButton = lazyPart(async () => (await import('./review/review-button.tsx')).ReviewButton);

interface EditorHeaderProps {
  readonly entry: Outputs['entries']['get'];
  readonly form: EntryForm;
  readonly session: EditSession;
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
  readonly source: string | null;
  readonly onSource: (locale: string | null) => void;
  readonly onClose: (() => void) | null;
  readonly onLeave: () => void;
  /** Null when one may not publish the entry. */
  readonly onPublish: (() => void) | null;
  /** More buttons, before the one that shows the history. */
  readonly tools: ReactNode;
  readonly onHistory: () => void;
  readonly isPreviewOpen: boolean;
  /** Shows or hides the preview; null where there is none. */
  readonly onPreview: (() => void) | null;
  readonly isProblemsOpen: boolean;
  readonly onProblems: (open: boolean) => void;
  readonly onShow: (problem: Problem) => void;
  /** Shows a field in a language. */
  readonly onShowField: (locale: string, path: string) => void;
}

/** Title, state of saving and publishing, and languages. On a phone, the buttons pressed most are at the bottom. */
export function EditorHeader(props: EditorHeaderProps) {
  const { entry, form, session, locale, onLocale, source, onSource, onClose } = props;
  const { project, schema } = useProject();
  const t = editor;
  const collection = schema?.collections.find(({ key }) => key === entry.collection_key);
  const label = collection?.label ?? entry.collection_key;
  const begun = useSessionFact(session, begunLocales).split(' ').filter(Boolean);
  const flush = useCallback(() => session.flush(), [session]);
  return (
    <header
      className="sticky top-(--bar) z-20 border-b bg-background px-2 max-lg:top-[calc(3rem+var(--bar))] sm:px-4"
      data-editor-header
    >
      <div className="flex items-center gap-2 py-2">
        {onClose ? (
          <IconButton icon={X} label={common.close} size="icon" onClick={onClose} className="max-sm:size-11" />
        ) : (
          <Button asChild variant="ghost" size="icon" className="max-sm:size-11">
            <Link
              href={listAddress(project.id, entry.collection_key)}
              returns
              aria-label={t.back({ collection: label })}
            >
              <ChevronLeft className="rtl:-scale-x-100" aria-hidden />
            </Link>
          </Button>
        )}
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-lg font-semibold rtl:text-right" dir="auto">
            {entry.title || common.untitled}
          </h1>
          <SaveNote form={form}>{label}</SaveNote>
        </div>
        <PeopleStack form={form} locale={locale} onShow={props.onShowField} />
        <SaveIndicator session={session} onShowProblems={() => props.onProblems(true)} />
        {collection?.workflow && entry.status !== 'trashed' && (
          <ReviewButton
            entry={entry}
            workflow={collection.workflow}
            collection={collection}
            session={session}
            readOnly={form.access.isReadOnly(locale) && !props.onPublish}
          />
        )}
        <div className="flex items-center gap-1 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:bg-background max-sm:p-2 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))]">
          <ProblemsMenu
            form={form}
            session={session}
            open={props.isProblemsOpen}
            onOpenChange={props.onProblems}
            onShow={props.onShow}
          />
          {props.onPreview && (
            <Button
              icon={MonitorSmartphone}
              label={<span className="max-lg:sr-only">{t.preview}</span>}
              variant="ghost"
              aria-pressed={props.isPreviewOpen}
              onClick={props.onPreview}
              className="aria-pressed:bg-accent-soft max-sm:size-11 max-sm:px-0"
            />
          )}
          {props.tools}
          <Button
            icon={History}
            label={<span className="max-lg:sr-only">{common.history}</span>}
            variant="ghost"
            onClick={props.onHistory}
            className="max-sm:hidden"
          />
          {collection && entry.locales_status[locale] === 'published' && (
            <ViewOnSite
              entry={entry}
              collection={collection}
              locale={locale}
              variant="ghost"
              className="max-sm:hidden"
            />
          )}
          {props.onPublish && <PublishButton entry={entry} session={session} onPress={props.onPublish} />}
          {!form.access.isReadOnly(locale) && (
            <EntryMenu
              entry={entry}
              locale={locale}
              flush={flush}
              onShowHistory={props.onHistory}
              onLeave={props.onLeave}
            />
          )}
        </div>
      </div>
      {project.locales.length > 1 && (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <LocaleTabs entry={entry} begun={begun} locale={locale} onChange={onLocale} />
          </div>
          <BesideSelect begun={begun} locale={locale} source={source} onSource={onSource} />
        </div>
      )}
    </header>
  );
}

/** As a text, so that it's the same as long as the languages are. */
function begunLocales({ values }: SessionView): string {
  return Object.keys(values).join(' ');
}

interface BesideSelectProps {
  readonly begun: readonly string[];
  readonly locale: string;
  readonly source: string | null;
  readonly onSource: (locale: string | null) => void;
}

function BesideSelect({ begun, locale, source, onSource }: BesideSelectProps) {
  const t = editor;
  const { language } = formats;
  const others = begun.filter((one) => one !== locale);
  if (others.length === 0 || !begun.includes(locale)) return null;
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-muted max-lg:hidden">
      <Columns2 className="size-4" aria-hidden />
      <Select
        aria-label={t.beside}
        className="h-8 w-auto border-transparent bg-transparent text-sm shadow-none"
        value={source ?? ''}
        options={[
          ['', t.besideNone],
          ...others.map((one) => [one, t.besideWith({ language: language(one) })] as const),
        ]}
        onChange={(value) => onSource(value || null)}
      />
    </span>
  );
}
