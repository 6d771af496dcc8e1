import { type Json, RICHTEXT_MARK_ELEMENTS } from '@stele/schema';
import { createElement, type ReactNode, useMemo } from 'react';
import { changes as words } from '#messages/changes';
import { EntryName } from '@/entry/entry-name.tsx';
import { FileLine } from '@/media/file-line.tsx';
import { cn } from '@/ui/cn.ts';
import { type MarkedNode, type RichNode, richtextChanges } from './richtext-changes.ts';

/** Unchanged blocks beside a change that are shown with it. */
const CONTEXT = 1;

const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  heading: 'p',
  listItem: 'li',
  taskItem: 'li',
  blockquote: 'blockquote',
  codeBlock: 'pre',
  tableHeader: 'th',
  tableCell: 'td',
};
const MARKS: Readonly<Record<string, string>> = {
  ...RICHTEXT_MARK_ELEMENTS,
  link: 'u',
};
const TONES = { same: '', added: 'bg-success-soft text-success', removed: 'bg-danger-soft text-danger' };

/** The formatted difference of two rich texts: marks, pictures, names of embedded entries; long unchanged parts are left out. */
export function RichtextChange({ before, after }: { readonly before: Json; readonly after: Json }) {
  const nodes = useMemo(() => richtextChanges(contentOf(before), contentOf(after)), [before, after]);
  const isNear = (at: number): boolean => nodes.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(isChanged);
  const shown: ReactNode[] = [];
  let left = 0;
  const countLeft = (key: number): void => {
    if (left > 0)
      shown.push(
        <p key={`left-${key}`} className="text-xs text-muted">
          {words.unchangedRows({ count: left })}
        </p>,
      );
    left = 0;
  };
  for (const [at, node] of nodes.entries()) {
    if (!isNear(at)) {
      left++;
      continue;
    }
    countLeft(at);
    shown.push(<MarkedView key={`node-${at}`} marked={node} />);
  }
  countLeft(nodes.length);
  return (
    <div
      dir="auto"
      className="flex flex-col gap-2 rounded-md bg-sunken px-3 py-2 text-sm leading-relaxed break-words [&_blockquote]:border-s-2 [&_blockquote]:ps-3 [&_code]:font-mono [&_li]:ms-5 [&_ol]:list-decimal [&_pre]:font-mono [&_pre]:whitespace-pre-wrap [&_td]:border [&_td]:px-2 [&_th]:border [&_th]:px-2 [&_ul]:list-disc"
    >
      {nodes.length === 0 ? <span className="text-muted">{words.empty}</span> : shown}
    </div>
  );
}

function MarkedView({ marked: { node, tone, children } }: { readonly marked: MarkedNode }) {
  const { attrs = {} } = node;
  if (typeof node.text === 'string') {
    const text = (node.marks ?? []).reduce<ReactNode>(withMark, node.text);
    if (tone === 'added') return <ins className={cn('rounded-sm', TONES.added)}>{text}</ins>;
    return tone === 'removed' ? <del className={cn('rounded-sm', TONES.removed)}>{text}</del> : text;
  }
  const said = tone === 'same' ? null : <span className="sr-only">{words[tone]}: </span>;
  const inner = children.map((child, at) => <MarkedView key={keyOf(at)} marked={child} />);
  const look = cn('rounded-sm', TONES[tone], tone === 'removed' && 'line-through');
  switch (node.type) {
    case 'hardBreak':
      return <br />;
    case 'horizontalRule':
      return (
        <div className={look}>
          {said}
          <hr className="my-2" />
        </div>
      );
    case 'image':
      return (
        <div className={cn('flex', look)}>
          {said}
          <FileLine id={idOf(attrs.asset)} />
        </div>
      );
    case 'embed':
      return (
        <p className={cn('truncate border px-2', look)}>
          {said}
          <EntryName id={idOf(attrs.entry)} />
        </p>
      );
    case 'video':
    case 'oembed':
      return (
        <p className={cn('truncate border px-2', look)}>
          {said}
          {String(attrs.title || attrs.url)}
        </p>
      );
    case 'table':
      return (
        <div className={look}>
          {said}
          <table>
            <tbody>{inner}</tbody>
          </table>
        </div>
      );
    case 'tableRow':
      return <tr className={look}>{inner}</tr>;
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return (
        <div className={look}>
          {said}
          {createElement(node.type === 'orderedList' ? 'ol' : 'ul', null, inner)}
        </div>
      );
    default:
      return createElement(
        ELEMENTS[String(node.type)] ?? 'div',
        { className: cn(look, node.type === 'heading' && 'font-semibold') },
        said,
        node.type === 'taskItem' && (attrs.checked === true ? '☑ ' : '☐ '),
        inner,
      );
  }
}

function withMark(inner: ReactNode, { type, attrs = {} }: RichNode): ReactNode {
  const title = type === 'link' && typeof attrs.href === 'string' ? attrs.href : undefined;
  return createElement(MARKS[String(type)] ?? 'span', { title }, inner);
}

function isChanged({ tone, children }: MarkedNode): boolean {
  return tone !== 'same' || children.some(isChanged);
}

/** Children have no identity but their place. */
function keyOf(at: number): string {
  return `child-${at}`;
}

function contentOf(value: Json): readonly RichNode[] {
  const { content } = (value ?? {}) as RichNode;
  return Array.isArray(content) ? content : [];
}

/** An id: drafts hold it alone, published content holds an object with it. */
function idOf(value: Json | undefined): string {
  const id = value && typeof value === 'object' ? (value as { readonly id?: Json }).id : value;
  return typeof id === 'string' ? id : '';
}
