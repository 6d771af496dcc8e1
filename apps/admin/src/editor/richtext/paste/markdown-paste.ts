import { acceptsRichtextAttribute, isMarkName, isNodeName, type Json } from '@stele/schema';
import type { Editor } from '@tiptap/core';
import { MarkdownManager } from '@tiptap/markdown';
import { Slice } from '@tiptap/pm/model';
import { allowedNames } from '../names.ts';
import { formatExtensions } from '../schema/extensions.ts';

/** Patterns that text other than Markdown hardly has: one of these is enough. */
const SURE = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)/m,
  /^\|.*\|\s*\n\|[\s:|-]+\|\s*$/m,
  /^\s*[-*+] \[[ xX]\] /m,
  /\[[^\]\n]+\]\((?:https?:|mailto:|\/|#|asset:)[^)\s]*\)/,
  /!\[[^\]\n]*\]\([^)\s]+\)/,
  /(?:^|\s)(?:\*\*|__)\S(?:[^*_\n]*\S)?(?:\*\*|__)(?:\s|[.,;:!?]|$)/m,
];
/** Patterns that at least two lines must have: a single dash can also begin a line of speech. */
const REPEATED = [/^\s*[-*+] \S/gm, /^\s*\d{1,3}[.)] \S/gm, /^> ?\S/gm];

let manager: MarkdownManager | null = null;

/** Reads all of the format, so that no word is lost of what a field forbids. */
function reader(): MarkdownManager {
  manager ??= new MarkdownManager({ extensions: formatExtensions(allowedNames({}), { task: '' }) });
  return manager;
}

/** Whether a plain text is meant as Markdown, as far as can be seen. */
export function looksLikeMarkdown(text: string): boolean {
  return SURE.some((sign) => sign.test(text)) || REPEATED.some((sign) => (text.match(sign)?.length ?? 0) > 1);
}

/** Markdown as a slice of the editor's format; what that doesn't know becomes text. Null when nothing can be made of it. */
export function sliceOfMarkdown(editor: Editor, text: string): Slice | null {
  try {
    const parsed = reader().parse(text) as Json;
    const known = knownOnly(parsed, editor);
    if (known.length !== 1 || !known[0]) return null;
    const document = editor.schema.nodeFromJSON(known[0]);
    document.check();
    const isLine = document.childCount === 1 && document.firstChild?.type.name === 'paragraph';
    return isLine ? new Slice(document.content, 1, 1) : new Slice(document.content, 0, 0);
  } catch {
    return null;
  }
}

/** A node without the nodes, marks and attributes that the editor doesn't have; what stood in such a node takes its place. */
function knownOnly(node: Json, editor: Editor): Json[] {
  if (!node || typeof node !== 'object' || Array.isArray(node)) return [];
  const { type, text, attrs, content, marks } = node as { readonly [key: string]: Json };
  const { nodes, marks: markTypes } = editor.schema;
  if (typeof type !== 'string') return [];
  if (type === 'text') {
    const known = asList(marks).flatMap((mark) => {
      const name = (mark as { readonly type?: string }).type ?? '';
      return markTypes[name] ? [{ type: name, ...attributes(name, (mark as { readonly attrs?: Json }).attrs) }] : [];
    });
    return text ? [{ type, text, ...(known.length > 0 && { marks: known }) }] : [];
  }
  const children = asList(content).flatMap((child) => knownOnly(child, editor));
  if (!nodes[type]) return children.some(isInline) ? [{ type: 'paragraph', content: children }] : children;
  return [{ type, ...attributes(type, attrs), ...(children.length > 0 && { content: children }) }];
}

function attributes(type: string, given: Json | undefined): { attrs?: Json } {
  const entries = Object.entries(given && typeof given === 'object' ? given : {}).filter(
    ([name, value]) =>
      value !== null && (isNodeName(type) || isMarkName(type)) && acceptsRichtextAttribute(type, name, value),
  );
  return entries.length > 0 ? { attrs: Object.fromEntries(entries) as Json } : {};
}

function isInline(node: Json): boolean {
  return (
    typeof node === 'object' && node !== null && 'type' in node && (node.type === 'text' || node.type === 'hardBreak')
  );
}

function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
