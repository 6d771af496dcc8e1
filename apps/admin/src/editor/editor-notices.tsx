import { Copy, LogIn, Rocket, RotateCcw, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { common } from '#messages/common';
import { editor as t } from '#messages/editor';
import { entries as words } from '#messages/entries';
import { sentenceOf } from '@/api/errors.ts';
import type { Outputs } from '@/api/trpc.ts';
import { useRepublishEntry, useRestoreEntry } from '@/entry/use-entry-actions.ts';
import { useWasLive } from '@/entry/was-live.ts';
import { WhoMay } from '@/entry/who-may.tsx';
import { formats } from '@/i18n/language.ts';
import { mayPublish, mayWrite } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { LinkButton } from '@/ui/link-button.tsx';
import { tell } from '@/ui/toast.tsx';
import type { EditSession } from './session/edit-session.ts';
import { useSessionFact } from './session/use-session-fact.ts';

interface EditorNoticesProps {
  readonly entry: Outputs['entries']['get'];
  readonly locale: string;
  readonly session: EditSession;
  readonly hasRecovered: boolean;
}

/** Notices above the form: that the entry is in the trash, that nothing can be saved, and what to do about it. */
export function EditorNotices({ entry, locale, session, hasRecovered }: EditorNoticesProps) {
  const opened = useProject();
  const { project, mayEdit } = opened;
  const { language } = formats;
  const [isSeen, setSeen] = useState(false);
  const restore = useRestoreEntry();
  const republish = useRepublishEntry();
  const failure = useSessionFact(session, (view) =>
    view.state === 'refused' && view.errors.length === 0 ? view.failure : null,
  );
  const isTrashed = entry.status === 'trashed';
  const mayWriteIn = (one: string): boolean => mayWrite(opened, entry, one);
  const mayWriteSome = project.locales.some(mayWriteIn);
  const written = Object.keys(entry.locales_status);
  const collection = opened.schema?.collections.find(({ key }) => key === entry.collection_key);
  const hasShared = collection?.fields.some(({ localized }) => !localized) ?? false;
  const wasLive = useWasLive(entry);
  const bringBack = mayEdit && (
    <Button
      icon={RotateCcw}
      label={wasLive ? words.restoreDraft : t.bringBack}
      size="sm"
      busy={restore.isPending}
      onClick={() => restore.mutate({ projectId: project.id, entryId: entry.id }, { onSuccess: () => session.retry() })}
    />
  );
  const copy = (
    <Button
      icon={Copy}
      label={t.copyText}
      size="sm"
      onClick={() =>
        void navigator.clipboard?.writeText(JSON.stringify(session.view().values, null, 2)).then(
          () => tell(t.copiedText),
          () => undefined,
        )
      }
    />
  );
  const isSignedOut = failure?.status === 401;
  // The person signed in again in another tab, and returns to this one.
  useEffect(() => {
    if (!isSignedOut) return;
    const retry = (): void => session.retry();
    window.addEventListener('focus', retry);
    return () => window.removeEventListener('focus', retry);
  }, [isSignedOut, session]);
  return (
    <>
      {isTrashed && !failure && (
        <Notice
          tone="warning"
          action={
            <>
              {wasLive && mayPublish(opened, entry) && (
                <Button
                  icon={Rocket}
                  label={words.restoreLive}
                  size="sm"
                  onClick={() => republish(entry.title, { projectId: project.id, entryId: entry.id })}
                />
              )}
              {bringBack}
            </>
          }
        >
          {t.inTrash}
          {wasLive && ` ${wasLive}.`}
        </Notice>
      )}
      {!isTrashed && !mayWrite(opened, entry, locale) && (
        <Notice tone="info">
          {mayWriteSome ? t.readOnlyLanguage({ language: language(locale) }) : t.readOnly}{' '}
          <WhoMay permission="entry.write" entry={entry} locales={[locale]} />
        </Notice>
      )}
      {!isTrashed && mayWrite(opened, entry, locale) && hasShared && !written.every(mayWriteIn) && (
        <Notice tone="info">
          {t.sharedReadOnly} <WhoMay permission="entry.write" entry={entry} locales={written} />
        </Notice>
      )}
      {!isTrashed && mayWrite(opened, entry, locale) && !mayPublish(opened, entry) && (
        <Notice tone="info">
          <WhoMay permission="entry.publish" entry={entry} />
        </Notice>
      )}
      {hasRecovered && !isSeen && (
        <Notice
          tone="info"
          action={<IconButton icon={X} label={common.close} size="icon" onClick={() => setSeen(true)} />}
        >
          {t.recovered}
        </Notice>
      )}
      {failure && isSignedOut && (
        <Notice
          tone="danger"
          action={
            <LinkButton
              icon={LogIn}
              label={t.signInAgain}
              href="/sign-in?then=close"
              isExternal
              size="sm"
              variant="primary"
            />
          }
        >
          {t.signedOut}
        </Notice>
      )}
      {failure?.code === 'entry.trashed' && (
        <Notice tone="danger" action={bringBack}>
          {t.wentToTrash}
        </Notice>
      )}
      {failure?.status === 404 && (
        <Notice tone="danger" action={copy}>
          {t.gone}
        </Notice>
      )}
      {failure?.status === 403 && (
        <Notice tone="danger" action={copy}>
          {t.notAllowed}
        </Notice>
      )}
      {failure && ![401, 403, 404].includes(failure.status) && failure.code !== 'entry.trashed' && (
        <Notice tone="danger" action={copy}>
          {sentenceOf(failure)}
        </Notice>
      )}
    </>
  );
}

const TONES = {
  info: 'bg-info-soft text-info',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

interface NoticeProps {
  readonly tone: keyof typeof TONES;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Notice({ tone, action, children }: NoticeProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn('flex flex-wrap items-center gap-3 border-b px-4 py-2 text-sm sm:px-6', TONES[tone])}
    >
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  );
}
