import type { ShapeOf } from '../document.ts';
import { isRecord } from '../own-value.ts';
import type { AttributeRules } from './attributes.ts';
import { type EmbedProvider, embeddedPage } from './oembed.ts';
import {
  ALWAYS_ALLOWED,
  type ContentRule,
  isMarkName,
  isNodeName,
  MARK_RULES,
  MAX_RICHTEXT_DEPTH,
  NODE_RULES,
  type NodeRule,
} from './rules.ts';
import type { RichtextNodeName } from './types.ts';
import { videoOf } from './video.ts';
import type { RichtextPath } from './visit.ts';

/** How many issues are reported at most. */
export const MAX_RICHTEXT_ISSUES = 50;

export interface RichtextIssue {
  path: RichtextPath;
  message: string;
}

/** Issues as they are found: a caller that has enough stops asking. */
type Issues = Generator<RichtextIssue, void>;

type Fields = Readonly<Record<string, unknown>>;

/** The rules of a field; null for all that the format has. */
type Allowed = {
  /** Names of nodes and marks; null for all. */
  readonly names: ReadonlySet<string> | null;
  readonly pictures: NonNullable<ShapeOf<'richtext'>['pictures']>;
  /** Providers of videos. */
  readonly videos: readonly unknown[];
  readonly embeds: readonly EmbedProvider[];
} | null;

/** The place of a node. */
interface NodeContext {
  readonly parent: RichtextNodeName;
  /** The content that the parent may hold. */
  readonly rule: ContentRule;
  readonly isFirst: boolean;
  /** How many levels below the root. */
  readonly depth: number;
}

/**
 * Checks rich text against its format and against what a field allows: nodes, marks, videos, pages of other
 * sites, and choices for pictures.
 * Whether the entries and assets that it names exist, and are of the field's collections, isn't known here:
 * `richtextReferences` and `richtextAssets` give them.
 *
 * @param shape of the field; null checks the format alone
 * @returns all issues, at most `MAX_RICHTEXT_ISSUES`
 */
export function checkRichtext(value: unknown, shape: ShapeOf<'richtext'> | null): RichtextIssue[] {
  const issues: RichtextIssue[] = [];
  for (const issue of documentIssues(
    value,
    shape && {
      names: allowedNames(shape.allow),
      pictures: shape.pictures ?? {},
      videos: shape.videos ?? [],
      embeds: shape.embeds ?? [],
    },
  )) {
    issues.push(issue);
    if (issues.length === MAX_RICHTEXT_ISSUES) break;
  }
  return issues;
}

function allowedNames(allow: readonly string[] | undefined): ReadonlySet<string> | null {
  if (!allow) return null;
  const parts = allow.filter(isNodeName).flatMap((name) => NODE_RULES[name].parts ?? []);
  return new Set([...ALWAYS_ALLOWED, ...allow, ...parts]);
}

function* documentIssues(value: unknown, allowed: Allowed): Issues {
  if (!isRecord(value) || value.type !== 'doc') {
    yield { path: [], message: 'Rich text is a document: an object of type "doc" with a list "content".' };
    return;
  }
  if (value.content === undefined) {
    yield { path: ['content'], message: '"doc" needs a list "content", which may be empty.' };
  }
  yield* nodeIssues(value, 'doc', null, [], allowed);
}

function* childIssues(value: unknown, place: NodeContext, path: RichtextPath, allowed: Allowed): Issues {
  if (place.depth > MAX_RICHTEXT_DEPTH) {
    yield { path, message: `Nodes are nested too deep: at most ${MAX_RICHTEXT_DEPTH} levels.` };
  } else if (!isRecord(value)) {
    yield { path, message: 'A node is an object with a "type".' };
  } else if (!isNodeName(value.type)) {
    yield { path: [...path, 'type'], message: `There is no node ${quote(value.type)}.` };
  } else {
    const { type } = value;
    yield* allowIssues(type, path, allowed);
    if (!mayStand(type, place.rule)) {
      yield { path, message: `"${type}" can't stand in "${place.parent}".` };
    } else if (place.isFirst && place.rule.first && type !== place.rule.first) {
      yield { path, message: `"${place.parent}" begins with "${place.rule.first}".` };
    }
    yield* nodeIssues(value, type, place, path, allowed);
  }
}

function mayStand(type: RichtextNodeName, rule: ContentRule): boolean {
  const { group } = NODE_RULES[type];
  return rule.of.includes(type) || (group !== null && rule.of.includes(group));
}

function* allowIssues(type: string, path: RichtextPath, allowed: Allowed): Issues {
  // Videos and pages of other sites are allowed by their providers.
  if (allowed?.names && type !== 'video' && type !== 'oembed' && !allowed.names.has(type)) {
    yield { path: [...path, 'type'], message: `This field doesn't allow "${type}".` };
  }
}

function* nodeIssues(
  node: Fields,
  type: RichtextNodeName,
  place: NodeContext | null,
  path: RichtextPath,
  allowed: Allowed,
): Issues {
  const rule = NODE_RULES[type];
  yield* keyIssues(node, type, keysOf(rule), path);
  yield* attrsIssues(node.attrs, type, rule.attrs ?? {}, [...path, 'attrs']);
  if (type === 'image' && allowed && isRecord(node.attrs)) {
    yield* pictureIssues(node.attrs, allowed.pictures, [...path, 'attrs']);
  }
  if (type === 'video' && isRecord(node.attrs)) yield* videoIssues(node.attrs, allowed, [...path, 'attrs']);
  if (type === 'oembed' && allowed && isRecord(node.attrs)) yield* pageIssues(node.attrs, allowed, [...path, 'attrs']);
  if (rule.text && (typeof node.text !== 'string' || node.text === '')) {
    yield { path: [...path, 'text'], message: `"${type}" needs a "text" that isn't empty.` };
  }
  if (rule.marks) yield* marksIssues(node.marks, place, [...path, 'marks'], allowed);
  if (rule.content) {
    const depth = (place?.depth ?? 0) + 1;
    yield* contentIssues(node.content, { parent: type, rule: rule.content, depth }, [...path, 'content'], allowed);
  }
}

function* pictureIssues(
  { size, align }: Fields,
  { sizes = [], align: mayAlign = false }: NonNullable<Allowed>['pictures'],
  path: RichtextPath,
): Issues {
  if (typeof size === 'string' && !sizes.includes(size)) {
    yield { path: [...path, 'size'], message: `This field has no size ${quote(size)} for pictures.` };
  }
  if (typeof align === 'string' && !mayAlign) {
    yield { path: [...path, 'align'], message: "This field doesn't let pictures be aligned." };
  }
}

function* videoIssues({ provider, id, url }: Fields, allowed: Allowed, path: RichtextPath): Issues {
  const video = typeof url === 'string' ? videoOf(url) : null;
  if (video && (video.provider !== provider || video.id !== id)) {
    yield { path: [...path, 'url'], message: '"url" leads to another video.' };
  }
  if (allowed && !allowed.videos.includes(provider)) {
    yield { path: [...path, 'provider'], message: `This field doesn't allow videos of ${quote(provider)}.` };
  }
}

function* pageIssues({ provider, url }: Fields, { embeds }: NonNullable<Allowed>, path: RichtextPath): Issues {
  const own = embeds.filter(({ name }) => name === provider);
  if (own.length === 0) {
    yield { path: [...path, 'provider'], message: `This field doesn't allow pages of ${quote(provider)}.` };
  } else if (typeof url === 'string' && !embeddedPage(url, own)) {
    yield { path: [...path, 'url'], message: `This is no address of ${quote(provider)}.` };
  }
}

/** The keys that a node may have. */
function keysOf(rule: NodeRule): string[] {
  const keys = ['type', 'attrs'];
  if (rule.content) keys.push('content');
  if (rule.text) keys.push('text');
  if (rule.marks) keys.push('marks');
  return keys;
}

function* keyIssues(value: Fields, type: string, known: readonly string[], path: RichtextPath): Issues {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) yield { path: [...path, key], message: `"${type}" has no ${quote(key)}.` };
  }
}

function* contentIssues(
  content: unknown,
  place: Omit<NodeContext, 'isFirst'>,
  path: RichtextPath,
  allowed: Allowed,
): Issues {
  if (content !== undefined && !Array.isArray(content)) {
    yield { path, message: '"content" is a list of nodes.' };
    return;
  }
  const children: readonly unknown[] = content ?? [];
  const { parent, rule } = place;
  if (children.length < rule.min) {
    const wanted = rule.first ?? rule.of.join(' or ');
    yield { path, message: `"${parent}" must not be empty: it needs at least one ${wanted}.` };
  }
  for (const [index, child] of children.entries()) {
    yield* childIssues(child, { ...place, isFirst: index === 0 }, [...path, index], allowed);
  }
}

function* marksIssues(marks: unknown, place: NodeContext | null, path: RichtextPath, allowed: Allowed): Issues {
  if (marks === undefined) return;
  if (!Array.isArray(marks)) {
    yield { path, message: '"marks" is a list of marks.' };
  } else if (place?.rule.unmarked && marks.length > 0) {
    yield { path, message: `Text in "${place.parent}" can't bear marks.` };
  } else {
    const seen = new Set<unknown>();
    for (const [index, mark] of marks.entries()) yield* markIssues(mark, seen, [...path, index], allowed);
  }
}

function* markIssues(mark: unknown, seen: Set<unknown>, path: RichtextPath, allowed: Allowed): Issues {
  if (!isRecord(mark)) {
    yield { path, message: 'A mark is an object with a "type".' };
    return;
  }
  const { type } = mark;
  if (!isMarkName(type)) {
    yield { path: [...path, 'type'], message: `There is no mark ${quote(type)}.` };
    return;
  }
  yield* allowIssues(type, path, allowed);
  if (seen.has(type)) yield { path, message: `A text can't bear "${type}" twice.` };
  seen.add(type);
  const { attrs: rules = {}, exactlyOne } = MARK_RULES[type];
  yield* keyIssues(mark, type, ['type', 'attrs'], path);
  yield* attrsIssues(mark.attrs, type, rules, [...path, 'attrs']);
  if (!exactlyOne) return;
  const attrs = isRecord(mark.attrs) ? mark.attrs : {};
  const given = exactlyOne.filter((name) => attrs[name] !== undefined && attrs[name] !== null);
  if (given.length !== 1) {
    const names = exactlyOne.map(quote).join(' or ');
    yield { path: [...path, 'attrs'], message: `"${type}" needs exactly one of ${names}.` };
  }
}

function* attrsIssues(attrs: unknown, type: string, rules: AttributeRules, path: RichtextPath): Issues {
  if (attrs !== undefined && !isRecord(attrs)) {
    yield { path, message: '"attrs" is an object.' };
    return;
  }
  const given = attrs ?? {};
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(rules, name)) {
      yield { path: [...path, name], message: `"${type}" has no attribute ${quote(name)}.` };
    }
  }
  for (const [name, rule] of Object.entries(rules)) {
    const value = given[name];
    if (value === undefined) {
      if (rule.required) yield { path: [...path, name], message: `"${type}" needs "${name}": ${rule.expected}.` };
    } else if (!rule.accepts(value)) {
      yield { path: [...path, name], message: `"${name}" must be ${rule.expected}.` };
    }
  }
}

/** A name from the document, for messages. */
function quote(name: unknown): string {
  if (typeof name !== 'string') return 'without a name';
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
}
