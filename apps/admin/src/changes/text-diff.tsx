import { useMemo } from 'react';
import { changes as t } from '#messages/changes';
import { type TextPart, textChanges } from './text-changes.ts';

/** Unchanged stretches are cut down to so many characters at each side. */
const CONTEXT = 120;

interface TextDiffProps {
  readonly before: string;
  readonly after: string;
}

/** The difference of two texts: what's removed struck through, what's added underlined, long unchanged parts left out. */
export function TextDiff({ before, after }: TextDiffProps) {
  const parts = useMemo(() => keyed(textChanges(before, after)), [before, after]);
  return (
    <p dir="auto" className="rounded-md bg-sunken px-3 py-2 text-sm leading-relaxed break-words whitespace-pre-wrap">
      {parts.map(({ key, part }, index) => {
        if (part.tone === 'added' && before === '') return <span key={key}>{part.text}</span>;
        if (part.tone === 'added') {
          return (
            <ins key={key} className="mx-px rounded-sm bg-success-soft text-success decoration-success/60">
              {part.text}
            </ins>
          );
        }
        if (part.tone === 'removed') {
          return (
            <del key={key} className="mx-px rounded-sm bg-danger-soft text-danger">
              {part.text}
            </del>
          );
        }
        return <span key={key}>{shortened(part.text, index === 0, index === parts.length - 1)}</span>;
      })}
      {parts.length === 0 && <span className="text-muted">{t.empty}</span>}
    </p>
  );
}

function keyed(parts: readonly TextPart[]): { key: string; part: TextPart }[] {
  let at = 0;
  return parts.map((part) => {
    const key = String(at);
    at += part.text.length + 1;
    return { key, part };
  });
}

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  if (text.length <= head + tail + 20) return text;
  return `${text.slice(0, head)} … ${tail === 0 ? '' : text.slice(-tail)}`;
}
