import { type CollectionDocument, fieldKind, type Json } from '@stele/schema';
import { GitMerge } from 'lucide-react';
import { useEffect, useState } from 'react';
import { editor as t } from '#messages/editor';
import ValueChange from '@/field-types/value-change.tsx';
import { formats } from '@/i18n/language.ts';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Textarea } from '@/ui/input.tsx';
import type { Conflict } from '@/values/values.ts';
import { type ConflictQuestion, questionKey, questionsOf } from './conflict-questions.ts';
import type { EditSession } from './edit-session.ts';
import { useSessionFact } from './use-session-fact.ts';

interface ConflictPanelProps {
  readonly session: EditSession;
  readonly collection: CollectionDocument | null;
  /** Who made the other version. */
  readonly other: string;
}

/** The answer to a question. */
type Choice = { readonly side: 'mine' | 'theirs' } | { readonly side: 'other'; readonly text: string };

/** A pause after which the next key isn't on its way into the form any more. */
const PAUSE_MS = 1_500;

/**
 * Asks about conflicts piece by piece: shows both versions with their changes, to choose from, or to write another one. The form
 * stays where it is, and the question comes up once no one is typing.
 */
export function ConflictPanel({ session, collection, other }: ConflictPanelProps) {
  const conflicts = useSessionFact(session, (view) => (view.state === 'conflict' ? view.conflicts : NONE));
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [dialog, setDialog] = useState<'due' | 'open' | 'closed'>('due');
  useEffect(() => (dialog === 'due' ? afterTyping(() => setDialog('open')) : undefined), [dialog]);
  const questions = questionsOf(collection, conflicts);
  if (questions.length === 0) return null;
  const decide = (conflict: Conflict): Json | undefined => {
    const choice = choices[questionKey(collection, conflict)];
    return choice?.side === 'other' ? choice.text : conflict[choice?.side ?? 'mine'];
  };
  return (
    <>
      <div role="alert" className="flex flex-wrap items-center gap-3 border-b bg-danger-soft px-4 py-2 text-sm sm:px-6">
        <GitMerge className="size-4 shrink-0 text-danger" aria-hidden />
        <span className="min-w-0 flex-1">{t.conflictTitle}</span>
        <Button label={t.conflict} size="sm" onClick={() => setDialog('open')} />
      </div>
      <Dialog
        open={dialog === 'open'}
        onClose={() => setDialog('closed')}
        wide
        title={t.conflictTitle}
        description={t.conflictHelp}
        footer={
          <Button
            label={t.keepChosen}
            variant="primary"
            disabled={!questions.every(({ key }) => choices[key])}
            onClick={() => session.resolve(decide)}
          />
        }
      >
        <div className="flex flex-col gap-5 pb-3">
          {questions.map((question) => (
            <fieldset key={question.key} className="flex min-w-0 flex-col gap-2">
              <legend className="mb-2 text-sm font-medium">
                {question.labels.join(' › ')},{' '}
                {question.locale === null ? t.inAllLanguages : formats.language(question.locale)}
              </legend>
              <Sides
                question={question}
                other={other}
                choice={choices[question.key]}
                onChoose={(choice) => setChoices({ ...choices, [question.key]: choice })}
              />
            </fieldset>
          ))}
        </div>
      </Dialog>
    </>
  );
}

/** Calls back after a pause in which no key, click or change of focus came. @returns cancels it */
function afterTyping(run: () => void): () => void {
  let timer = setTimeout(run, PAUSE_MS);
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE_MS);
  };
  const signs = ['keydown', 'input', 'pointerdown', 'focusin'] as const;
  for (const sign of signs) document.addEventListener(sign, wait, true);
  return () => {
    clearTimeout(timer);
    for (const sign of signs) document.removeEventListener(sign, wait, true);
  };
}

interface SidesProps {
  readonly question: ConflictQuestion;
  readonly other: string;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

function Sides({ question, other, choice, onChoose }: SidesProps) {
  const { key, shape, base, mine } = question;
  const kind = shape && fieldKind(shape.type);
  const prose = kind?.prose;
  const frame = (isChosen: boolean): string =>
    cn(
      'flex min-w-0 cursor-pointer flex-col gap-1.5 rounded-md border-2 bg-surface p-3',
      isChosen ? 'border-accent' : 'border-border hover:border-border-strong',
    );
  const heading = 'flex items-center gap-2 text-xs font-medium text-muted';
  const radio = (side: Choice['side']) => ({
    type: 'radio',
    name: key,
    className: 'size-4 shrink-0 accent-accent',
    checked: choice?.side === side,
    onChange: () => onChoose(side === 'other' ? { side, text: typeof mine === 'string' ? mine : '' } : { side }),
  });
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className={frame(choice?.side === side)}>
          <span className={heading}>
            <input {...radio(side)} /> {side === 'mine' ? t.mine : t.theirs({ who: other })}
          </span>
          <span className="max-h-64 overflow-y-auto">
            {question[side] === undefined ? (
              <em className="text-sm text-muted">{t.removedHere}</em>
            ) : (
              <ValueChange shape={shape} before={base} after={question[side]} />
            )}
          </span>
        </label>
      ))}
      {kind && prose !== undefined && prose !== 'richtext' && (
        <div className={cn(frame(choice?.side === 'other'), 'sm:col-span-2')}>
          <label className={cn(heading, 'cursor-pointer')}>
            <input {...radio('other')} /> {t.anotherText}
          </label>
          {choice?.side === 'other' && (
            <Textarea
              dir="auto"
              aria-label={t.anotherText}
              rows={kind.merge === 'lines' ? 6 : 2}
              className="min-h-0! p-2 text-sm"
              value={choice.text}
              onChange={(event) => onChoose({ side: 'other', text: event.target.value })}
            />
          )}
        </div>
      )}
    </div>
  );
}

const NONE: readonly Conflict[] = [];
