import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { changes as t } from '#messages/changes';

/** Unchanged stretches are cut down to so many characters at each side. */
const CONTEXT = 120;

interface TextDiffProps {
  readonly before: string;
  readonly after: string;
}

/** The difference of two texts: removed words struck through, added words underlined, long unchanged parts left out. */
export function TextDiff({ before, after }: TextDiffProps) {
  const parts = useMemo(() => keyed(diffWordsWithSpace(before, after)), [before, after]);
  return (
    <p dir="auto" className="rounded-md bg-sunken px-3 py-2 text-sm leading-relaxed break-words whitespace-pre-wrap">
      {parts.map(({ key, part }, index) => {
        if (part.added && before === '') return <span key={key}>{part.value}</span>;
        if (part.added) {
          return (
            <ins key={key} className="mx-px rounded-sm bg-success-soft text-success decoration-success/60">
              {part.value}
            </ins>
          );
        }
        if (part.removed) {
          return (
            <del key={key} className="mx-px rounded-sm bg-danger-soft text-danger">
              {part.value}
            </del>
          );
        }
        return <span key={key}>{shortened(part.value, index === 0, index === parts.length - 1)}</span>;
      })}
      {parts.length === 0 && <span className="text-muted">{t.empty}</span>}
    </p>
  );
}

function keyed<Part extends { readonly value: string }>(parts: readonly Part[]): { key: string; part: Part }[] {
  let at = 0;
  return parts.map((part) => {
    const key = String(at);
    at += part.value.length + 1;
    return { key, part };
  });
}

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  if (text.length <= head + tail + 20) return text;
  return `${text.slice(0, head)} … ${tail === 0 ? '' : text.slice(-tail)}`;
}
