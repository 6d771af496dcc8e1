import type { Json, Values } from '../document.ts';
import { isObject, ownValue } from '../own-value.ts';
import { holdsText } from '../richtext/text.ts';
import { itemsOf, nameOfJson, type Side, stretchesOf } from './merge-hunks.ts';
import { mergeSequence } from './merge-sequence.ts';
import { tokensOf } from './merge-text.ts';
import { type Decide, MINE, type Place, type Sides, settled, THEIRS, within } from './merging.ts';
import { isSameJson } from './same-json.ts';

type Nodes = Readonly<Record<keyof Sides, Values>>;

/** Merges rich text: blocks by comparing them, and the text of a block that both sides changed word by word. */
export function mergeRichtext(decide: Decide, place: Place, sides: Sides): Json | undefined {
  return areAlike(sides) ? mergeNode(decide, place, sides) : decide({ ...place, ...sides });
}

/** Whether all three are nodes of one type. */
function areAlike(sides: Sides): sides is Nodes {
  const { base, mine, theirs } = sides;
  return isObject(base) && isObject(mine) && isObject(theirs) && base.type === mine.type && base.type === theirs.type;
}

function mergeNode(decide: Decide, place: Place, sides: Nodes): Json | undefined {
  const same = settled(sides);
  if (same) return same.value;
  return holdsText(sides.base.type) ? mergeTextBlock(decide, place, sides) : mergeBlock(decide, place, sides);
}

/** Merges blocks that consist of blocks, and those that only have attributes. */
function mergeBlock(decide: Decide, place: Place, sides: Nodes): Json {
  const { mine } = sides;
  const content = mergeSequence(decide, within(place, 'content'), contentsOf(sides), {
    fits: areAlike,
    merge: (decider, child, nodes) => mergeRichtext(decider, child, nodes),
  });
  const attrs = mergeAttributes(decide, within(place, 'attrs'), sides);
  return nodeOf(mine, attrs, content);
}

/** Merges paragraphs and the like. Where their words don't go together, the whole block is asked for. */
function mergeTextBlock(decide: Decide, place: Place, sides: Nodes): Json | undefined {
  const contents = contentsOf(sides);
  const lists = {
    base: contents.base.flatMap(inlineTokens),
    mine: contents.mine.flatMap(inlineTokens),
    theirs: contents.theirs.flatMap(inlineTokens),
  };
  const stretches = stretchesOf(lists, nameOfJson, { touching: true });
  if (!stretches) return decide({ ...place, ...sides });
  const blockOf = (side: Side, decider: Decide): Json => {
    const tokens = stretches.flatMap((stretch) => itemsOf(stretch, side));
    return nodeOf(sides.mine, mergeAttributes(decider, within(place, 'attrs'), sides), joinTokens(tokens));
  };
  const [mine, theirs] = [blockOf('mine', MINE), blockOf('theirs', THEIRS)];
  return isSameJson(mine, theirs) ? mine : decide({ ...place, base: sides.base, mine, theirs });
}

/** The attributes of a node, each merged by itself; undefined for none. */
function mergeAttributes(decide: Decide, place: Place, sides: Nodes): Values | undefined {
  const of = (node: Values): Values => (isObject(node.attrs) ? node.attrs : {});
  const [base, mine, theirs] = [of(sides.base), of(sides.mine), of(sides.theirs)];
  const attrs: [string, Json][] = [];
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const values = { base: ownValue(base, name), mine: ownValue(mine, name), theirs: ownValue(theirs, name) };
    const same = settled(values);
    const value = same ? same.value : decide({ ...within(place, name), shape: null, ...values });
    if (value !== undefined) attrs.push([name, value]);
  }
  return attrs.length > 0 ? Object.fromEntries(attrs) : undefined;
}

function nodeOf(node: Values, attrs: Values | undefined, content: Json | undefined): Json {
  const { attrs: _attrs, content: _content, ...head } = node;
  const hasContent = Array.isArray(content) ? content.length > 0 : content !== undefined;
  return { ...head, ...(attrs && { attrs }), ...(hasContent && { content: content ?? [] }) };
}

function contentsOf({ base, mine, theirs }: Nodes): Readonly<Record<keyof Sides, readonly Json[]>> {
  const of = ({ content }: Values): readonly Json[] => (Array.isArray(content) ? content : []);
  return { base: of(base), mine: of(mine), theirs: of(theirs) };
}

/** An inline node, a text cut into words that have its marks. */
function inlineTokens(node: Json): Json[] {
  if (!isObject(node) || node.type !== 'text' || typeof node.text !== 'string') return [node];
  return tokensOf(node.text).map((text) => ({ ...node, text }));
}

/** Inline nodes of tokens: texts with the same marks become one. */
function joinTokens(tokens: readonly Json[]): Json[] {
  const nodes: Json[] = [];
  for (const token of tokens) {
    const last = nodes.at(-1);
    if (isText(last) && isText(token) && isSameJson({ ...last, text: '' }, { ...token, text: '' })) {
      nodes[nodes.length - 1] = { ...last, text: last.text + token.text };
    } else nodes.push(token);
  }
  return nodes;
}

function isText(node: Json | undefined): node is Values & { readonly text: string } {
  return isObject(node) && node.type === 'text' && typeof node.text === 'string';
}
