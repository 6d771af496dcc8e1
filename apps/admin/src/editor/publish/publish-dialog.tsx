import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { common } from '#messages/common';
import { editor } from '#messages/editor';
import { page } from '#messages/page';
import { detailText } from '@/api/error-texts.ts';
import { errorOf, type FieldError, isOfParts } from '@/api/errors.ts';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { isLeftOut } from '@/entry/locale-state.ts';
import { usePageUrl } from '@/entry/page/use-page-url.ts';
import { useRefresh, useUndoPublish } from '@/entry/use-entry-actions.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { differences, type Values } from '@/values/values.ts';
import type { EntryForm } from '../form/form-context.tsx';
import type { Problem } from '../form/problems.ts';
import { ProblemList } from '../problems-menu.tsx';
import { liveChanges } from '../review/live-changes.ts';
import { LocaleChangeView } from '../review/locale-change-view.tsx';
import type { EditSession } from '../session/edit-session.ts';
import { useSessionView } from '../session/use-session-fact.ts';
import { ApprovalNotice } from './approval-notice.tsx';

type Entry = Outputs['entries']['get'];

interface PublishDialogProps {
  readonly onClose: () => void;
  readonly entry: Entry;
  readonly form: EntryForm;
  readonly session: EditSession;
  /** The language that is being edited. */
  readonly locale: string;
  readonly onShow: (problem: Problem) => void;
}

/** Shows problems and the coming changes of the site, language by language, and publishes the entry. */
export function PublishDialog({ onClose, entry, form, session, locale: edited, onShow }: PublishDialogProps) {
  const { project } = useProject();
  const t = editor.dialog;
  const { language, list } = formats;
  const trpc = useTRPC();
  const refresh = useRefresh();
  const undo = useUndoPublish();
  const view = useSessionView(session);
  const problems = useSyncExternalStore(form.problems.subscribe, form.problems.all, form.problems.all);
  const [notice, setNotice] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const publish = useMutation(trpc.entries.publish.mutationOptions());
  const changes = liveChanges(entry, view.values, project.locales);
  const [left, setLeft] = useState<readonly string[]>(() =>
    changes.map(({ locale }) => locale).filter((locale) => isLeftOut(entry, locale, edited)),
  );
  const chosen = changes.map(({ locale }) => locale).filter((locale) => !left.includes(locale));
  const shared = new Set(form.collection.fields.filter(({ localized }) => !localized).map(({ key }) => key));
  // A shared field is the same in every language, but what's advised of it may concern one alone.
  const isOfChosen = ({ locale, locales = [locale], path, kind }: Problem): boolean =>
    kind === 'unread' ||
    kind === 'refused' ||
    locales.some((one) => chosen.includes(one)) ||
    (kind !== 'warning' && shared.has(path.split('.', 1)[0] ?? ''));
  const relevant = problems.filter(isOfChosen);
  const blocking = relevant.filter(({ kind }) => kind !== 'warning');
  const [unapproved, setUnapproved] = useState<readonly string[]>([]);
  useSaveAndCheck({ entry, form, session, locales: changes.map(({ locale }) => locale), onUnapproved: setUnapproved });
  const { workflow } = form.collection;
  const shownIn = chosen.includes(edited) ? edited : (chosen[0] ?? edited);
  const url = usePageUrl(form.collection, shownIn, view.values[shownIn] ?? null);
  const needsApproval = chosen.some((locale) => unapproved.includes(locale));

  const submit = async (): Promise<void> => {
    const shown = view.values;
    setNotice(null);
    const version = await session.flush();
    form.problems.update();
    if (version === null) return setNotice(t.unsaved);
    if (form.problems.all().some((one) => one.kind !== 'warning' && isOfChosen(one))) return;
    // Someone else's change came with the last save: it has to be seen before it's published.
    if (isOtherThan(shown, session.view().values, chosen)) return setNotice(t.otherChanged);
    try {
      const target = { projectId: project.id, entryId: entry.id };
      const result = await publish.mutateAsync({ ...target, locales: [...chosen], base_version: version });
      form.problems.report(
        'warning',
        result.warnings.map((warning) => ({ path: warning.path ?? [], message: detailText(warning) })),
      );
      const where = project.locales.length > 1 ? t.live({ languages: list(chosen.map(language)) }) : t.liveOnly;
      if (result.unchanged) tell(t.wasLive);
      else
        tell(
          where,
          () => undo({ ...target, version: result.version }),
          entry.id,
          url ? { label: page.viewOnSite, url } : null,
        );
      onClose();
      await refresh();
    } catch (error) {
      const failure = errorOf(error);
      const isStale = failure.code === 'entry.version_conflict';
      if (isStale) {
        setNotice(t.otherChanged);
        return refresh();
      }
      // The approval was taken back since the dialog opened.
      if (failure.code === 'entry.not_approved') {
        if (workflow) setUnapproved(localesAt(failure.details, chosen));
        else setNotice(failure.message);
        return refresh();
      }
      if (!isOfParts(failure)) setNotice(failure.message);
      form.problems.report('unpublishable', isOfParts(failure) ? failure.details : []);
      form.problems.reveal();
    }
  };
  const run = (): void => {
    setBusy(true);
    void submit().finally(() => setBusy(false));
  };

  return (
    <Dialog
      onClose={onClose}
      wide
      title={t.title}
      description={changes.length === 0 ? t.nothing : t.changes}
      footer={
        <>
          <Button onClick={onClose}>{changes.length === 0 ? common.close : common.cancel}</Button>
          {changes.length > 0 && (
            <Button
              label={
                chosen.length > 1
                  ? t.publishMany({ count: chosen.length })
                  : project.locales.length > 1 && chosen[0]
                    ? t.publishOne({ language: language(chosen[0]) })
                    : t.title
              }
              variant="primary"
              autoFocus
              disabled={chosen.length === 0 || blocking.length > 0 || needsApproval}
              busy={isBusy}
              onClick={run}
            />
          )}
        </>
      }
    >
      {workflow && needsApproval && (
        <ApprovalNotice
          entry={entry}
          workflow={workflow}
          session={session}
          locales={chosen.filter((locale) => unapproved.includes(locale))}
          onAsked={onClose}
          onApproved={(given) => setUnapproved((all) => all.filter((locale) => !given.includes(locale)))}
        />
      )}
      {notice && (
        <p role="alert" className="mb-4 flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden /> {notice}
        </p>
      )}
      {relevant.length > 0 && changes.length > 0 && (
        <section aria-label={blocking.length > 0 ? t.fix : editor.warningsTitle} className="mb-5 rounded-lg border p-3">
          {blocking.length > 0 && (
            <h3 className="mb-2 px-2 text-sm font-semibold text-danger" role="alert">
              {t.fix}
            </h3>
          )}
          <ProblemList problems={relevant} form={form} session={session} onShow={onShow} />
        </section>
      )}
      <div className="flex flex-col gap-6 pb-2">
        {changes.map((change) => (
          <LocaleChangeView
            key={change.locale}
            change={change}
            collection={form.collection}
            isChosen={chosen.includes(change.locale)}
            isOnly={changes.length === 1}
            onToggle={() =>
              setLeft(
                left.includes(change.locale) ? left.filter((one) => one !== change.locale) : [...left, change.locale],
              )
            }
          />
        ))}
        {changes.length === 0 && (
          <p className="flex items-center gap-2 text-sm text-success">
            <CircleCheck className="size-4" aria-hidden /> {t.nothing}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface CheckOptions extends Pick<PublishDialogProps, 'entry' | 'form' | 'session'> {
  readonly locales: readonly string[];
  /** Called with the languages that need an approval. */
  readonly onUnapproved: (locales: readonly string[]) => void;
}

/** The languages that errors name by their place in a request. */
function localesAt(errors: readonly Pick<FieldError, 'path'>[], asked: readonly string[]): string[] {
  return errors.flatMap(({ path: [, index] }) => asked[Number(index)] ?? []);
}

/**
 * When the dialog opens, and when the entry is moved in its workflow: saves the entry, shows missing values, and asks the server
 * for errors and warnings of a publish, because it knows more than the form does.
 */
function useSaveAndCheck({ entry, form: { problems }, session, locales, onUnapproved }: CheckOptions): void {
  const { project } = useProject();
  const client = useTRPCClient();
  const asked = useRef({ projectId: project.id, entry_id: entry.id, publish: [...locales] });
  asked.current.publish = [...locales];
  // The state itself may be the same again by the time it's read: moved away and back.
  const { moved_at, approved_locales: approved = [] } = entry.review ?? {};
  const movedAt = `${moved_at} ${approved.join(' ')}`;
  useEffect(() => {
    let isOver = false;
    problems.reveal();
    const check = async (): Promise<void> => {
      const version = await session.flush();
      problems.update();
      if (version === null) return;
      const request = { ...asked.current };
      const { errors, warnings } = await client.entries.validate.mutate(request);
      if (isOver) return;
      const approvals = errors.filter(({ code }) => code === 'entry.not_approved');
      onUnapproved(localesAt(approvals, request.publish));
      problems.report(
        'unpublishable',
        errors
          .filter((error) => !approvals.includes(error))
          .map((error) => ({ path: error.path, message: detailText(error) })),
      );
      problems.report(
        'warning',
        warnings.map((warning) => ({ path: warning.path ?? [], message: detailText(warning) })),
      );
    };
    // Who can't be asked now is asked again by publishing.
    check().catch(() => problems.update());
    return () => {
      isOver = true;
    };
  }, [problems, session, client, onUnapproved, movedAt]);
}

function isOtherThan(shown: Values, now: Values, locales: readonly string[]): boolean {
  const pick = (values: Values): Values =>
    Object.fromEntries(locales.flatMap((locale) => (values[locale] ? [[locale, values[locale]]] : [])));
  return differences(pick(shown), pick(now)).length > 0;
}
