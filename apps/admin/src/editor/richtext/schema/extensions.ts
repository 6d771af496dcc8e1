import type { RichtextNodeName, ShapeOf } from '@stele/schema';
import { type AnyExtension, type Attribute, type Extensions, InputRule } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Highlight } from '@tiptap/extension-highlight';
import { OrderedList, TaskItem, TaskList } from '@tiptap/extension-list';
import Subscript from '@tiptap/extension-subscript';
import Superscript from '@tiptap/extension-superscript';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { columnResizingPluginKey } from '@tiptap/pm/tables';
import { StarterKit } from '@tiptap/starter-kit';
import type { Names } from '../names.ts';
import { formatAttributes } from './attributes.ts';
import { EmbedNode } from './embed-node.ts';
import { ImageNode } from './image-node.ts';
import { LinkMark } from './link-mark.ts';
import { OembedNode } from './oembed-node.ts';
import { VideoNode } from './video-node.ts';

/** Words that the nodes show, or say to screen readers. */
interface NodeWords {
  readonly task: string;
}

interface NodeSettings extends NodeWords {
  readonly pictures?: ShapeOf<'richtext'>['pictures'] | undefined;
  readonly videos?: ShapeOf<'richtext'>['videos'] | undefined;
  readonly embeds?: ShapeOf<'richtext'>['embeds'] | undefined;
}

/** Hands shake while they click. */
const LEAST_DRAG_PX = 3;

/** The number that begins a list by being typed. CommonMark allows nine digits: ten can be more than browsers count. */
const TYPED_NUMBER = /^(\d{1,9})\.\s$/;

const Cell = TableCell.extend({
  addAttributes() {
    return cellAttributes('tableCell', this.parent?.());
  },
});
const Header = TableHeader.extend({
  addAttributes() {
    return cellAttributes('tableHeader', this.parent?.());
  },
});
const Numbered = OrderedList.extend({
  addAttributes() {
    const attributes = formatAttributes('orderedList', this.parent?.());
    // Lists count on from it, so it has to be a number.
    return { ...attributes, start: { ...attributes.start, default: 1 } };
  },
  addInputRules() {
    return (this.parent?.() ?? []).map(({ handler }) => new InputRule({ find: TYPED_NUMBER, handler }));
  },
});
/** Columns get a width by being dragged: a click on their edge is none. */
const Resizable = Table.extend({
  addProseMirrorPlugins() {
    return [
      ...(this.parent?.() ?? []),
      new Plugin({
        filterTransaction(tr, state) {
          const resizing: unknown = columnResizingPluginKey.getState(state);
          if (!tr.docChanged || !isResizing(resizing)) return true;
          const [before, after] = [state.doc, tr.doc].map((doc) => widthOf(doc.nodeAt(resizing.activeHandle)));
          return before === after || Math.abs((after ?? 0) - resizing.dragging.startWidth) >= LEAST_DRAG_PX;
        },
      }),
    ];
  },
});
const Marker = Highlight.extend({
  addAttributes() {
    return formatAttributes('highlight', {
      color: {
        // Colours of other pages would be seen by this page's readers.
        parseHTML: (element) => element.getAttribute('data-color'),
        renderHTML: ({ color }) => (color ? { 'data-color': color } : {}),
      },
    });
  },
});
// The format lets code be bold or lead somewhere; Tiptap would forbid it.
const InlineCode = Code.extend({ excludes: 'code' });
const CodeLines = CodeBlock.extend({
  addAttributes() {
    return formatAttributes('codeBlock', this.parent?.());
  },
});

/** Extensions by the nodes and marks that they bring. */
const BY_NAME: Readonly<Record<string, (settings: NodeSettings) => AnyExtension>> = {
  codeBlock: () => CodeLines,
  code: () => InlineCode,
  embed: () => EmbedNode,
  highlight: () => Marker,
  image: ({ pictures = {} }) => ImageNode.configure(pictures),
  link: () => LinkMark,
  oembed: ({ embeds = [] }) => OembedNode.configure({ providers: embeds }),
  orderedList: () => Numbered,
  subscript: () => Subscript,
  superscript: () => Superscript,
  table: () => Resizable.configure({ resizable: true, allowTableNodeSelection: true }),
  tableCell: () => Cell,
  tableHeader: () => Header,
  tableRow: () => TableRow,
  taskItem: ({ task }) => TaskItem.configure({ nested: true, a11y: { checkboxLabel: () => task } }),
  taskList: () => TaskList,
  video: ({ videos = [] }) => VideoNode.configure({ providers: videos }),
};
const OF_STARTER_KIT = [
  'blockquote',
  'bold',
  'bulletList',
  'hardBreak',
  'heading',
  'horizontalRule',
  'italic',
  'listItem',
  'strike',
  'underline',
] as const;

/**
 * The extensions that make up exactly the rich text of Stele's format, as far as it's named.
 *
 * @param names nodes and marks, with the parts of those
 */
export function formatExtensions(names: Names, settings: NodeSettings): Extensions {
  const left = OF_STARTER_KIT.filter((name) => !names.has(name));
  return [
    StarterKit.configure({
      code: false,
      codeBlock: false,
      link: false,
      orderedList: false,
      // A trailing paragraph would change documents by opening them.
      trailingNode: false,
      undoRedo: { newGroupDelay: 500 },
      ...Object.fromEntries(left.map((name) => [name, false])),
      ...(!names.has('listItem') && !names.has('taskItem') && { listKeymap: false }),
    }),
    ...Object.entries(BY_NAME).flatMap(([name, extension]) => (names.has(name) ? [extension(settings)] : [])),
  ];
}

interface Resizing {
  readonly activeHandle: number;
  readonly dragging: { readonly startWidth: number };
}

function isResizing(state: unknown): state is Resizing {
  return typeof state === 'object' && state !== null && 'dragging' in state && Boolean(state.dragging);
}

/** The width of a cell's last column. */
function widthOf(cell: DocumentNode | null): number | undefined {
  return (cell?.attrs.colwidth as readonly number[] | null | undefined)?.at(-1);
}

function cellAttributes(
  type: RichtextNodeName,
  attributes: ReturnType<NonNullable<(typeof TableCell)['config']['addAttributes']>> | undefined,
) {
  const span = (name: string): Attribute => ({ parseHTML: (cell) => Number(cell.getAttribute(name) ?? 1) });
  const { colspan, rowspan, ...others } = formatAttributes(type, {
    ...attributes,
    colspan: span('colspan'),
    rowspan: span('rowspan'),
  });
  // Tables are drawn by these numbers.
  return { ...others, colspan: { ...colspan, default: 1 }, rowspan: { ...rowspan, default: 1 } };
}
