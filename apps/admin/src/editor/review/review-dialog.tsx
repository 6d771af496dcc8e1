import { useEffect, useState } from 'react';
import { review as t } from '#messages/review';
import type { Outputs } from '@/api/trpc.ts';
import { moveRefusal, stateOf } from '@/entry/review.ts';
import { stateWords } from '@/entry/stage.ts';
import { useReview, useReviewDetail } from '@/entry/use-review.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Input } from '@/ui/input.tsx';
import { QueryState } from '@/ui/states.tsx';
import { useSessionView } from '../session/use-session-fact.ts';
import { liveChanges } from './live-changes.ts';
import { LocaleChangeView } from './locale-change-view.tsx';
import type { ReviewProps } from './review-props.ts';

interface ReviewDialogProps extends ReviewProps {
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

type LocaleReview = Outputs['entries']['getReview']['locales'][number];

/** The changes that wait for an approval, language by language, with who wrote them. Approves them, or sends them back. */
export function ReviewDialog({
  entry,
  workflow,
  collection,
  session,
  note,
  onNote,
  onClose,
  onMoved,
}: ReviewDialogProps) {
  const opened = useProject();
  const { project } = opened;
  const { language } = formats;
  const [isSaved, setSaved] = useState(false);
  useEffect(() => void session.flush().then(() => setSaved(true)), [session]);
  const detail = useReviewDetail(entry, isSaved);
  const view = useSessionView(session);
  const { move, isPending } = useReview(entry, workflow, () => session.flush());
  const [left, setLeft] = useState<readonly string[]>([]);
  const standings = new Map((detail.data?.locales ?? []).map((one) => [one.locale, one]));
  const changes = liveChanges(entry, view.values, project.locales).filter(({ locale }) =>
    ['waiting', 'approved'].includes(standings.get(locale)?.standing ?? ''),
  );
  const able = changes.map(({ locale }) => locale).filter((locale) => mayApprove(standings.get(locale)));
  const chosen = able.filter((locale) => !left.includes(locale));
  const needed = workflow.states.find(({ key }) => key === workflow.publish_needs);
  const first = workflow.states[0];
  const mayReturn = first && first !== needed && moveRefusal(opened, workflow, first, entry) === null;
  const isReturned = first && stateOf(workflow, entry) === first;
  const decide = (to: typeof first, locales?: readonly string[]): void =>
    void (to && move(to, note, locales).then((isMoved) => isMoved && onMoved()));
  return (
    <Dialog
      onClose={onClose}
      wide
      title={t.changesTitle}
      description={detail.data && changes.length === 0 ? t.nothingWaits : t.changesHelp}
      footer={
        changes.length > 0 && (
          <>
            <Input
              aria-label={t.note}
              placeholder={t.noteHelp}
              maxLength={1000}
              className="min-w-48 flex-1"
              value={note}
              onChange={(event) => onNote(event.target.value)}
            />
            {mayReturn && !isReturned && (
              <Button label={t.sendBack} disabled={isPending} onClick={() => decide(first)} />
            )}
            {needed && able.length > 0 && (
              <Button
                label={
                  chosen.length > 1
                    ? t.approveMany({ count: chosen.length })
                    : project.locales.length > 1 && chosen[0]
                      ? t.approveOne({ language: language(chosen[0]) })
                      : t.approve
                }
                variant="primary"
                disabled={chosen.length === 0}
                busy={isPending}
                onClick={() => decide(needed, chosen)}
              />
            )}
          </>
        )
      }
    >
      <QueryState query={detail} rows={5} />
      <div className="flex flex-col gap-6 pb-2">
        {changes.map((change) => (
          <LocaleChangeView
            key={change.locale}
            change={change}
            collection={collection}
            isChosen={!left.includes(change.locale)}
            isOnly={!able.includes(change.locale) || changes.length === 1}
            onToggle={() =>
              setLeft(
                left.includes(change.locale) ? left.filter((one) => one !== change.locale) : [...left, change.locale],
              )
            }
          >
            <Standing of={standings.get(change.locale)} label={needed ? stateWords(needed) : ''} />
          </LocaleChangeView>
        ))}
      </div>
    </Dialog>
  );
}

function mayApprove(one: LocaleReview | undefined): boolean {
  return one?.standing === 'waiting' && one.refusal === null;
}

/** Who wrote the values of a language, and whether they're approved or why one can't. */
function Standing({ of, label }: { readonly of: LocaleReview | undefined; readonly label: string }) {
  if (!of) return null;
  const names = formats.list(of.written_by.map(({ name }) => name));
  return (
    <p className="text-sm text-muted">
      {names && `${t.writtenBy({ names })}. `}
      {of.approved_by && `${t.approvedBy({ name: of.approved_by.name })}.`}
      {of.refusal === 'another_person' && t.another}
      {of.refusal === 'role' && t.notYours({ state: label })}
    </p>
  );
}
