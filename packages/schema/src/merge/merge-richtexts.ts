import type { Json, Values } from '../document.ts';
import { isObject } from '../own-value.ts';
import { type MergeBudget, type MergedSides, mergeSequences } from './merge-sequences.ts';
import { wordsOf } from './merge-texts.ts';
import { type Sides, settled } from './merging.ts';
import { nameOfJson } from './same-json.ts';

/** Whose nodes form a grid: a node more or less on one side alone would leave gaps. */
const GRIDS: readonly unknown[] = ['table', 'tableRow'];
/** Whose nodes stand in a line. */
const LINES: readonly unknown[] = ['paragraph', 'heading', 'codeBlock'];

/**
 * Merges documents of rich text node by node: paragraphs, items of lists and cells as wholes where one side changed them,
 * and else by what is in them, lines word by word.
 *
 * @returns null for what is no document, and when comparing takes more than the budget
 */
export function mergeRichtexts({ base, mine, theirs }: Sides, budget: MergeBudget): MergedSides<Json> | null {
  if (!isObject(base) || !isObject(mine) || !isObject(theirs)) return null;
  const types = [base.type, mine.type, theirs.type];
  if (new Set(types).size > 1 && !types.every((type) => LINES.includes(type))) return null;
  const [from, own, others] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  // Nodes without their content are merged as a whole: the level of a heading, whether a task is done.
  const rest = settled({ base: from.rest, mine: own.rest, theirs: others.rest })?.value;
  if (!isObject(rest)) return null;
  const contents = { base: from.content, mine: own.content, theirs: others.content };
  const merged = mergeContents(rest.type, contents, budget);
  if (!merged) return null;
  const made = (content: readonly Json[]): Json =>
    content.length > 0 || rest.type === 'doc' ? { ...rest, content } : rest;
  return { mine: made(merged.mine), theirs: made(merged.theirs), collide: merged.collide };
}

function mergeContents(
  type: Json | undefined,
  sides: Readonly<Record<keyof Sides, readonly Json[]>>,
  budget: MergeBudget,
): MergedSides<readonly Json[]> | null {
  if (LINES.includes(type)) {
    const words = {
      base: sides.base.flatMap(wordNodes),
      mine: sides.mine.flatMap(wordNodes),
      theirs: sides.theirs.flatMap(wordNodes),
    };
    const merged = mergeSequences<Json>(words, { nameOf: nameOfJson, areApart: false }, budget);
    return merged && { ...merged, mine: withWordsJoined(merged.mine), theirs: withWordsJoined(merged.theirs) };
  }
  const isGrown = sides.mine.length !== sides.base.length || sides.theirs.length !== sides.base.length;
  if (GRIDS.includes(type) && isGrown) return null;
  const merge = (base: Json, mine: Json, theirs: Json) => mergeRichtexts({ base, mine, theirs }, budget);
  return mergeSequences<Json>(sides, { nameOf: nameOfJson, areApart: true, merge }, budget);
}

function partsOf({ content, ...rest }: Values): { readonly rest: Values; readonly content: readonly Json[] } {
  return { rest, content: Array.isArray(content) ? (content as readonly Json[]) : [] };
}

/** A text as one node for each word; any other node as it is. */
function wordNodes(node: Json): readonly Json[] {
  if (!isObject(node) || typeof node.text !== 'string') return [node];
  return wordsOf(node.text).map((text) => ({ ...node, text }));
}

/** Texts with the same marks that follow one another as one. */
function withWordsJoined(nodes: readonly Json[]): readonly Json[] {
  const joined: Json[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (isObject(node) && isObject(last) && typeof node.text === 'string' && typeof last.text === 'string') {
      const { text, ...marks } = node;
      const { text: before, ...marksBefore } = last;
      if (nameOfJson(marks) === nameOfJson(marksBefore)) {
        joined[joined.length - 1] = { ...node, text: before + text };
        continue;
      }
    }
    joined.push(node);
  }
  return joined;
}
