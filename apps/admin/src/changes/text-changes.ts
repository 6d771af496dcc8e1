import { diffWordsWithSpace } from 'diff';
import { calmChanges, type Tone, WORD_ENDS } from './calm-changes.ts';

/** A part of a text, with what became of it. */
export interface TextPart {
  readonly tone: Tone;
  readonly text: string;
}

/** Compares texts: the words that changed, and of rewritten sentences the whole old and the whole new one. */
export function textChanges(before: string, after: string): readonly TextPart[] {
  const words = diffWordsWithSpace(before, after).flatMap(({ value, added, removed }): TextPart[] =>
    value.split(WORD_ENDS).map((text) => ({ tone: added ? 'added' : removed ? 'removed' : 'same', text })),
  );
  const calm = calmChanges(words, {
    textOf: ({ text }) => text,
    withTone: ({ text }, tone) => ({ text, tone }),
  });
  const joined: TextPart[] = [];
  for (const part of calm) {
    const last = joined.at(-1);
    if (last?.tone === part.tone) joined[joined.length - 1] = { tone: part.tone, text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}
