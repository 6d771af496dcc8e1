'use client';

import type { CollectionDocument } from '@stele/schema';
import { GitMerge } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { questionKey, questionsOf } from './conflict-questions.ts';
import type { Conflict, SessionView } from './edit-session.ts';
import { fieldLabel } from './field-label.ts';
import { languageName } from './locale-tabs.tsx';
import { valueText } from './value-text.ts';

interface ConflictPanelProps {
  readonly view: SessionView;
  readonly collection: CollectionDocument | null;
  readonly onChoose: (choose: (conflict: Conflict) => 'mine' | 'theirs') => void;
}

/** Somebody else changed the same fields: both versions beside each other, to choose from. */
export function ConflictPanel({ view, collection, onChoose }: ConflictPanelProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const questions = questionsOf(collection, view.conflicts);
  const isComplete = questions.every(({ key }) => choices[key]);
  return (
    <section
      role="alert"
      aria-label="Changed by somebody else too"
      className="border-b bg-danger-soft/60 px-4 py-4 sm:px-6"
    >
      <div className="mx-auto flex max-w-4xl flex-col gap-4">
        <div className="flex items-start gap-2.5">
          <GitMerge className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
          <div>
            <h2 className="font-semibold">Somebody else changed this too</h2>
            <p className="text-sm">
              Everything else was merged. Choose what these fields should say; nothing is saved until then.
            </p>
          </div>
        </div>
        {questions.map((question) => (
          <div key={question.key} className="flex flex-col gap-2">
            <h3 className="text-sm font-medium">
              {fieldLabel(collection, question.field)},{' '}
              {question.locale === null ? 'in all languages' : languageName(question.locale)}
            </h3>
            <div className="grid gap-2 sm:grid-cols-2">
              {(['mine', 'theirs'] as const).map((side) => (
                <label
                  key={side}
                  className={cn(
                    'flex cursor-pointer flex-col gap-1.5 rounded-md border-2 bg-surface p-3',
                    choices[question.key] === side ? 'border-accent' : 'border-border hover:border-border-strong',
                  )}
                >
                  <span className="flex items-center gap-2 text-xs font-medium text-muted">
                    <input
                      type="radio"
                      name={question.key}
                      className="accent-accent"
                      checked={choices[question.key] === side}
                      onChange={() => setChoices({ ...choices, [question.key]: side })}
                    />
                    {side === 'mine' ? 'Yours' : 'Theirs'}
                  </span>
                  <span className="max-h-48 overflow-y-auto text-sm break-words whitespace-pre-wrap">
                    {valueText(question[side]) || <em className="text-muted">empty</em>}
                  </span>
                </label>
              ))}
            </div>
          </div>
        ))}
        <Button
          variant="primary"
          className="self-start"
          disabled={!isComplete}
          onClick={() => onChoose((conflict) => choices[questionKey(collection, conflict)] ?? 'mine')}
        >
          Save what I chose
        </Button>
      </div>
    </section>
  );
}
