import type { CollectionDocument } from '@stele/schema';
import { GitMerge } from 'lucide-react';
import { useState } from 'react';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { readableText } from '@/values/readable-text.ts';
import { questionKey, questionsOf } from './conflict-questions.ts';
import type { Conflict } from './conflicts.ts';
import type { EditSession } from './edit-session.ts';
import { useSessionFact } from './use-session-fact.ts';

interface ConflictPanelProps {
  readonly session: EditSession;
  readonly collection: CollectionDocument | null;
  /** Who made the other version. */
  readonly other: string;
}

/** Someone else changed the same fields: both versions beside each other, to choose from. The form stays where it is. */
export function ConflictPanel({ session, collection, other }: ConflictPanelProps) {
  const t = useMessages().editor;
  const words = useMessages().changes;
  const formats = useFormats();
  const conflicts = useSessionFact(session, (view) => (view.state === 'conflict' ? view.conflicts : NONE));
  const [choices, setChoices] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const [isClosed, setClosed] = useState(false);
  const questions = questionsOf(collection, conflicts);
  if (questions.length === 0) return null;
  const isComplete = questions.every(({ key }) => choices[key]);
  const shapeOf = (field: string) => collection?.fields.find(({ key }) => key === field) ?? null;
  return (
    <>
      <div role="alert" className="flex flex-wrap items-center gap-3 border-b bg-danger-soft px-4 py-2 text-sm sm:px-6">
        <GitMerge className="size-4 shrink-0 text-danger" aria-hidden />
        <span className="min-w-0 flex-1">{t.conflictTitle}</span>
        <Button label={t.conflict} size="sm" onClick={() => setClosed(false)} />
      </div>
      <Dialog
        open={!isClosed}
        onClose={() => setClosed(true)}
        wide
        title={t.conflictTitle}
        description={t.conflictHelp}
        footer={
          <Button
            label={t.keepChosen}
            variant="primary"
            disabled={!isComplete}
            onClick={() =>
              session.resolve((conflict: Conflict) => choices[questionKey(collection, conflict)] ?? 'mine')
            }
          />
        }
      >
        <div className="flex flex-col gap-5 pb-3">
          {questions.map((question) => (
            <fieldset key={question.key} className="flex min-w-0 flex-col gap-2">
              <legend className="mb-2 text-sm font-medium">
                {shapeOf(question.field)?.label ?? question.field},{' '}
                {question.locale === null ? t.inAllLanguages : formats.language(question.locale)}
              </legend>
              <div className="grid gap-2 sm:grid-cols-2">
                {(['mine', 'theirs'] as const).map((side) => (
                  <label
                    key={side}
                    className={cn(
                      'flex min-w-0 cursor-pointer flex-col gap-1.5 rounded-md border-2 bg-surface p-3',
                      choices[question.key] === side ? 'border-accent' : 'border-border hover:border-border-strong',
                    )}
                  >
                    <span className="flex items-center gap-2 text-xs font-medium text-muted">
                      <input
                        type="radio"
                        name={question.key}
                        className="size-4 accent-accent"
                        checked={choices[question.key] === side}
                        onChange={() => setChoices({ ...choices, [question.key]: side })}
                      />
                      {side === 'mine' ? t.mine : t.theirs(other)}
                    </span>
                    <span dir="auto" className="max-h-48 overflow-y-auto text-sm break-words whitespace-pre-wrap">
                      {readableText(shapeOf(question.field), question[side], { words, formats }) || (
                        <em className="text-muted">{words.empty}</em>
                      )}
                    </span>
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      </Dialog>
    </>
  );
}

const NONE: readonly Conflict[] = [];
