import type { Json } from '../document.ts';

/** How a document names entries and assets. */
export interface RichtextRefs {
  readonly entry: unknown;
  readonly asset: unknown;
}

/** References as they are stored: ids alone. */
export interface RichtextStoredRefs extends RichtextRefs {
  readonly entry: string;
  readonly asset: string;
}

/** An entry as published rich text names it. */
export interface RichtextEntryRef {
  readonly id: string;
  readonly collection: string;
}

/** References as they stand in published files: an entry with its collection, and the asset's own object. */
export interface RichtextPublishedRefs<Asset = Json> extends RichtextRefs {
  readonly entry: RichtextEntryRef;
  readonly asset: Asset;
}

/** Rich text as it stands in published files. */
export type PublishedRichtext<Asset = Json> = RichtextDocument<RichtextPublishedRefs<Asset>>;

/** The root of rich text. */
export interface RichtextDocument<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'doc';
  readonly content: readonly RichtextBlock<Refs>[];
}

/** What may stand in a document, a quote, a list's item or a table's cell. */
export type RichtextBlock<Refs extends RichtextRefs = RichtextStoredRefs> =
  | RichtextParagraph<Refs>
  | RichtextHeading<Refs>
  | RichtextBulletList<Refs>
  | RichtextOrderedList<Refs>
  | RichtextTaskList<Refs>
  | RichtextBlockquote<Refs>
  | RichtextCodeBlock
  | RichtextHorizontalRule
  | RichtextTable<Refs>
  | RichtextImage<Refs>
  | RichtextEmbed<Refs>;

/** What may stand in a line of text. */
export type RichtextInline<Refs extends RichtextRefs = RichtextStoredRefs> =
  | RichtextText<Refs>
  | RichtextHardBreak<Refs>;

/** Any node. */
export type RichtextNode<Refs extends RichtextRefs = RichtextStoredRefs> =
  | RichtextDocument<Refs>
  | RichtextBlock<Refs>
  | RichtextInline<Refs>
  | RichtextListItem<Refs>
  | RichtextTaskItem<Refs>
  | RichtextTableRow<Refs>
  | RichtextTableHeader<Refs>
  | RichtextTableCell<Refs>;

/** Name of a node. */
export type RichtextNodeName = RichtextNode['type'];

/** A paragraph; an empty one has no content. */
export interface RichtextParagraph<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'paragraph';
  readonly content?: readonly RichtextInline<Refs>[];
}

/** A heading of one of HTML's six levels. */
export interface RichtextHeading<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'heading';
  readonly attrs: { readonly level: 1 | 2 | 3 | 4 | 5 | 6 };
  readonly content?: readonly RichtextInline<Refs>[];
}

/** A list without numbers. */
export interface RichtextBulletList<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'bulletList';
  readonly content: readonly RichtextListItem<Refs>[];
}

/** A numbered list. */
export interface RichtextOrderedList<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'orderedList';
  readonly attrs?: {
    /** Number of the first item; 1 unless given. */
    readonly start?: number;
    /** HTML's kind of numbering. */
    readonly type?: '1' | 'a' | 'A' | 'i' | 'I' | null;
  };
  readonly content: readonly RichtextListItem<Refs>[];
}

/** A list's item: a paragraph, then any blocks. */
export interface RichtextListItem<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'listItem';
  readonly content: readonly RichtextBlock<Refs>[];
}

/** A list of tasks. */
export interface RichtextTaskList<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'taskList';
  readonly content: readonly RichtextTaskItem<Refs>[];
}

/** A task: a paragraph, then any blocks. */
export interface RichtextTaskItem<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'taskItem';
  readonly attrs: { readonly checked: boolean };
  readonly content: readonly RichtextBlock<Refs>[];
}

/** A quote. */
export interface RichtextBlockquote<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'blockquote';
  readonly content: readonly RichtextBlock<Refs>[];
}

/** Code: text without marks. */
export interface RichtextCodeBlock {
  readonly type: 'codeBlock';
  readonly attrs?: { readonly language?: string | null };
  readonly content?: readonly { readonly type: 'text'; readonly text: string }[];
}

/** A line across the page. */
export interface RichtextHorizontalRule {
  readonly type: 'horizontalRule';
}

/** A table. */
export interface RichtextTable<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'table';
  readonly content: readonly RichtextTableRow<Refs>[];
}

/** A row; it has no content where cells of rows above cover it wholly. */
export interface RichtextTableRow<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'tableRow';
  readonly content?: readonly (RichtextTableHeader<Refs> | RichtextTableCell<Refs>)[];
}

/** Attributes of a table's cells. */
export interface RichtextCellAttrs {
  readonly colspan?: number;
  readonly rowspan?: number;
  /** Widths in pixels of the columns that the cell spans, 0 where a column has none. */
  readonly colwidth?: readonly number[] | null;
  readonly align?: 'left' | 'center' | 'right' | null;
}

/** A cell that heads a row or column. */
export interface RichtextTableHeader<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'tableHeader';
  readonly attrs?: RichtextCellAttrs;
  readonly content: readonly RichtextBlock<Refs>[];
}

/** A cell. */
export interface RichtextTableCell<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'tableCell';
  readonly attrs?: RichtextCellAttrs;
  readonly content: readonly RichtextBlock<Refs>[];
}

/** A picture from the project's media. */
export interface RichtextImage<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'image';
  readonly attrs: { readonly asset: Refs['asset']; readonly alt?: string | null; readonly caption?: string | null };
}

/** An entry that stands in the text as a block. */
export interface RichtextEmbed<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'embed';
  readonly attrs: { readonly entry: Refs['entry'] };
}

/** A line's end within a paragraph. */
export interface RichtextHardBreak<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'hardBreak';
  readonly marks?: readonly RichtextMark<Refs>[];
}

/** A run of text that bears the same marks. */
export interface RichtextText<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'text';
  /** Never empty. */
  readonly text: string;
  readonly marks?: readonly RichtextMark<Refs>[];
}

/** What a text may be marked as. */
export type RichtextMark<Refs extends RichtextRefs = RichtextStoredRefs> =
  | { readonly type: 'bold' | 'italic' | 'strike' | 'underline' | 'code' | 'superscript' | 'subscript' }
  | { readonly type: 'highlight'; readonly attrs?: { readonly color?: string | null } }
  | RichtextLink<Refs>;

/** Name of a mark. */
export type RichtextMarkName = RichtextMark['type'];

/** A link: to an address, or to an entry. */
export interface RichtextLink<Refs extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'link';
  readonly attrs: (
    | { readonly href: string; readonly entry?: null }
    | { readonly entry: Refs['entry']; readonly href?: null }
  ) & {
    readonly target?: '_blank' | null;
    readonly rel?: string | null;
    readonly class?: string | null;
    readonly title?: string | null;
  };
}
