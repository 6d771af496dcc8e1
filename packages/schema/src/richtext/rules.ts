import {
  type AttributeRules,
  assetId,
  entryId,
  flag,
  href,
  matching,
  oneOf,
  optional,
  orNull,
  required,
  secureUrl,
  text,
  wholeNumber,
  wholeNumbers,
} from './attributes.ts';
import { EMBED_NAME } from './oembed.ts';
import type { RichtextMarkName, RichtextNodeName } from './types.ts';
import { VIDEO_PROVIDERS, videoOf } from './video.ts';

/** How many levels of nodes a document may have below its root. */
export const MAX_RICHTEXT_DEPTH = 32;

/** The name of a size of pictures. */
export const RICHTEXT_SIZE = /^[a-z][a-z0-9_]{0,31}$/;

/** The place, content and attributes that a node may have. */
export interface NodeRule {
  /** Where the node may stand: wherever its group may; only where its own name is listed when null. */
  readonly group: 'block' | 'inline' | null;
  /** The content of the node; null when it may hold nothing. */
  readonly content: ContentRule | null;
  readonly attrs?: AttributeRules;
  /** Whether it has text, which it then must. */
  readonly text?: true;
  /** Whether it may bear marks. */
  readonly marks?: true;
  /** Nodes that stand only in it, allowed wherever it is. */
  readonly parts?: readonly RichtextNodeName[];
}

/** The nodes that a node may hold. */
export interface ContentRule {
  /** Groups and names of the nodes. */
  readonly of: readonly ('block' | 'inline' | RichtextNodeName)[];
  /** Least number of nodes; 0 lets `content` be left out. */
  readonly min: 0 | 1;
  /** The name that the first node must have. */
  readonly first?: RichtextNodeName;
  /** Whether the nodes must be free of marks. */
  readonly unmarked?: true;
}

/** The attributes that a mark may have. */
interface MarkRule {
  readonly attrs?: AttributeRules;
  /** Attributes of which exactly one must be given (and not null). */
  readonly exactlyOne?: readonly string[];
}

const CELL_ATTRS: AttributeRules = {
  colspan: optional(wholeNumber(1, 1000)),
  rowspan: optional(wholeNumber(1, 65534)),
  colwidth: optional(orNull(wholeNumbers(0, 100_000))),
  align: optional(orNull(oneOf('left', 'center', 'right'))),
};

/**
 * The format of rich text, node by node: ProseMirror's document JSON (https://prosemirror.net/docs/ref/#model.Node.toJSON)
 * with the names, attributes and nesting of Tiptap's StarterKit and of its extensions TaskList, TaskItem and TableKit
 * (https://tiptap.dev/docs/editor/extensions). `image`, `embed`, `video` and `oembed` are Stele's own: they refer to assets, entries, and
 * videos and pages of other sites.
 */
export const NODE_RULES: Readonly<Record<RichtextNodeName, NodeRule>> = {
  doc: { group: null, content: { of: ['block'], min: 0 } },
  paragraph: { group: 'block', content: { of: ['inline'], min: 0 } },
  heading: {
    group: 'block',
    content: { of: ['inline'], min: 0 },
    attrs: { level: required(wholeNumber(1, 6)) },
  },
  bulletList: { group: 'block', content: { of: ['listItem'], min: 1 }, parts: ['listItem'] },
  orderedList: {
    group: 'block',
    content: { of: ['listItem'], min: 1 },
    attrs: {
      start: optional(wholeNumber(-2_147_483_648, 2_147_483_647)),
      type: optional(orNull(oneOf('1', 'a', 'A', 'i', 'I'))),
    },
    parts: ['listItem'],
  },
  listItem: { group: null, content: { of: ['block'], min: 1, first: 'paragraph' } },
  taskList: { group: 'block', content: { of: ['taskItem'], min: 1 }, parts: ['taskItem'] },
  taskItem: {
    group: null,
    content: { of: ['block'], min: 1, first: 'paragraph' },
    attrs: { checked: required(flag) },
  },
  blockquote: { group: 'block', content: { of: ['block'], min: 1 } },
  codeBlock: {
    group: 'block',
    content: { of: ['text'], min: 0, unmarked: true },
    attrs: { language: optional(orNull(text)) },
  },
  horizontalRule: { group: 'block', content: null },
  table: {
    group: 'block',
    content: { of: ['tableRow'], min: 1 },
    parts: ['tableRow', 'tableHeader', 'tableCell'],
  },
  // A row that cells of rows above cover wholly has no cells of its own.
  tableRow: { group: null, content: { of: ['tableHeader', 'tableCell'], min: 0 } },
  tableHeader: { group: null, content: { of: ['block'], min: 1 }, attrs: CELL_ATTRS },
  tableCell: { group: null, content: { of: ['block'], min: 1 }, attrs: CELL_ATTRS },
  image: {
    group: 'block',
    content: null,
    attrs: {
      asset: required(assetId),
      alt: optional(orNull(text)),
      caption: optional(orNull(text)),
      size: optional(orNull(matching(RICHTEXT_SIZE, 'the name of a size, in small letters'))),
      align: optional(orNull(oneOf('start', 'center', 'end'))),
    },
  },
  embed: { group: 'block', content: null, attrs: { entry: required(entryId) } },
  video: {
    group: 'block',
    content: null,
    attrs: {
      provider: required(oneOf(...VIDEO_PROVIDERS)),
      id: required(matching(/^[A-Za-z0-9_-]{1,15}$/, 'the id of a video')),
      url: required({ expected: 'the usual address of a video', accepts: isVideoUrl }),
      title: optional(orNull(text)),
    },
  },
  oembed: {
    group: 'block',
    content: null,
    attrs: {
      provider: required(matching(EMBED_NAME, 'the name of a provider, in small letters')),
      url: required(secureUrl),
      title: optional(orNull(text)),
      author: optional(orNull(text)),
      thumbnail_url: optional(orNull(secureUrl)),
      width: optional(orNull(wholeNumber(1, 10_000))),
      height: optional(orNull(wholeNumber(1, 10_000))),
    },
  },
  hardBreak: { group: 'inline', content: null, marks: true },
  text: { group: 'inline', content: null, text: true, marks: true },
};

/** The marks of text and hard breaks, by Tiptap's names. `entry` of a link is Stele's own. */
export const MARK_RULES: Readonly<Record<RichtextMarkName, MarkRule>> = {
  bold: {},
  italic: {},
  strike: {},
  underline: {},
  code: {},
  highlight: { attrs: { color: optional(orNull(text)) } },
  superscript: {},
  subscript: {},
  link: {
    attrs: {
      href: optional(orNull(href)),
      entry: optional(orNull(entryId)),
      target: optional(orNull(oneOf('_blank'))),
      rel: optional(orNull(text)),
      class: optional(orNull(text)),
      title: optional(orNull(text)),
    },
    exactlyOne: ['href', 'entry'],
  },
};

/** The HTML elements of marks. A link has none, since not all lead to an address. */
export const RICHTEXT_MARK_ELEMENTS: Readonly<Record<Exclude<RichtextMarkName, 'link'>, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  highlight: 'mark',
  superscript: 'sup',
  subscript: 'sub',
};

export const RICHTEXT_NODES: readonly RichtextNodeName[] = Object.keys(NODE_RULES).filter(isNodeName);

export const RICHTEXT_MARKS: readonly RichtextMarkName[] = Object.keys(MARK_RULES).filter(isMarkName);

/** Nodes that a field can't forbid: without them there is no text. */
export const ALWAYS_ALLOWED: readonly RichtextNodeName[] = ['doc', 'paragraph', 'text'];

/** Whether an address of a video is in its usual form. */
function isVideoUrl(value: unknown): boolean {
  return typeof value === 'string' && videoOf(value)?.url === value;
}

export function isNodeName(name: unknown): name is RichtextNodeName {
  return typeof name === 'string' && Object.hasOwn(NODE_RULES, name);
}

/** Whether an attribute of a node or mark may have a value. */
export function acceptsRichtextAttribute(
  type: RichtextNodeName | RichtextMarkName,
  name: string,
  value: unknown,
): boolean {
  const { attrs = {} }: { readonly attrs?: AttributeRules } = isNodeName(type) ? NODE_RULES[type] : MARK_RULES[type];
  return Object.hasOwn(attrs, name) && attrs[name]?.accepts(value) === true;
}

export function isMarkName(name: unknown): name is RichtextMarkName {
  return typeof name === 'string' && Object.hasOwn(MARK_RULES, name);
}
