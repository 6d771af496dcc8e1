import { itemsOf, type Side, stretchesOf } from './merge-hunks.ts';
import type { Decide, Place } from './merging.ts';

/** A word, a character of a script that is written without spaces, white space, or any other character. */
const TOKENS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}_])+|\s+|./gsu;

/** The words of a text, and what is between them. */
export function tokensOf(text: string): readonly string[] {
  return text.match(TOKENS) ?? [];
}

/** Merges texts word by word; words that both sides changed, or that touch each other, are asked for with the whole text. */
export function mergeText(
  decide: Decide,
  place: Place,
  texts: { readonly base: string; readonly mine: string; readonly theirs: string },
): ReturnType<Decide> {
  const lists = { base: tokensOf(texts.base), mine: tokensOf(texts.mine), theirs: tokensOf(texts.theirs) };
  const stretches = stretchesOf(lists, (token) => token, { touching: true });
  if (!stretches) return decide({ ...place, ...texts });
  const side = (name: Side): string => stretches.flatMap((stretch) => itemsOf(stretch, name)).join('');
  const [mine, theirs] = [side('mine'), side('theirs')];
  return mine === theirs ? mine : decide({ ...place, base: texts.base, mine, theirs });
}
