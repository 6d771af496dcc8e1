import type { Json } from '../document.ts';
import type { VideoProvider } from './video.ts';

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

/** References as they stand in published files: an entry with its collection, and the asset's own object. */
export interface RichtextPublishedRefs<Asset> extends RichtextRefs {
  readonly entry: { readonly id: string; readonly collection: string; readonly path?: string };
  readonly asset: Asset;
}

/** Rich text in published files. */
export type PublishedRichtext<Asset = Json> = RichtextDocument<RichtextPublishedRefs<Asset>>;

/** The root of rich text. */
export interface RichtextDocument<R extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'doc';
  readonly content: readonly RichtextBlock<R>[];
}

/** Blocks of a document, a quote, a list's item or a table's cell. A paragraph or heading without text has no content. */
export type RichtextBlock<R extends RichtextRefs = RichtextStoredRefs> =
  | { readonly type: 'paragraph'; readonly content?: readonly RichtextInline<R>[] }
  | {
      readonly type: 'heading';
      readonly attrs: { readonly level: 1 | 2 | 3 | 4 | 5 | 6 };
      readonly content?: readonly RichtextInline<R>[];
    }
  | { readonly type: 'bulletList'; readonly content: readonly RichtextListItem<R>[] }
  | {
      readonly type: 'orderedList';
      readonly attrs?: {
        /** Number of the first item; 1 by default. */
        readonly start?: number;
        /** HTML's kind of numbering. */
        readonly type?: '1' | 'a' | 'A' | 'i' | 'I' | null;
      };
      readonly content: readonly RichtextListItem<R>[];
    }
  | { readonly type: 'taskList'; readonly content: readonly RichtextTaskItem<R>[] }
  | { readonly type: 'blockquote'; readonly content: readonly RichtextBlock<R>[] }
  | {
      /** Code: text without marks. */
      readonly type: 'codeBlock';
      readonly attrs?: { readonly language?: string | null };
      readonly content?: readonly { readonly type: 'text'; readonly text: string }[];
    }
  | { readonly type: 'horizontalRule' }
  | { readonly type: 'table'; readonly content: readonly RichtextTableRow<R>[] }
  | {
      readonly type: 'image';
      readonly attrs: {
        readonly asset: R['asset'];
        readonly alt?: string | null;
        readonly caption?: string | null;
        /** One of the sizes that the schema names. */
        readonly size?: string | null;
        readonly align?: 'start' | 'center' | 'end' | null;
      };
    }
  | { readonly type: 'embed'; readonly attrs: { readonly entry: R['entry'] } }
  | {
      /** A video of another site. */
      readonly type: 'video';
      readonly attrs: {
        readonly provider: VideoProvider;
        readonly id: string;
        /** Of the video's page. */
        readonly url: string;
        readonly title?: string | null;
      };
    }
  | {
      /** A page of another site, and what the site says of it by oEmbed. */
      readonly type: 'oembed';
      readonly attrs: {
        /** By its name in the schema. */
        readonly provider: string;
        readonly url: string;
        readonly title?: string | null;
        readonly author?: string | null;
        /** A picture of it, at the other site. */
        readonly thumbnail_url?: string | null;
        /** The size in which the other site shows it, in pixels. */
        readonly width?: number | null;
        readonly height?: number | null;
      };
    };

/** A list's item: a paragraph, then any blocks. */
export interface RichtextListItem<R extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'listItem';
  readonly content: readonly RichtextBlock<R>[];
}

/** A task: a paragraph, then any blocks. */
export interface RichtextTaskItem<R extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'taskItem';
  readonly attrs: { readonly checked: boolean };
  readonly content: readonly RichtextBlock<R>[];
}

/** A row; it has no content where cells of rows above cover it wholly. */
export interface RichtextTableRow<R extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'tableRow';
  readonly content?: readonly RichtextTableCell<R>[];
}

/** A cell, or one that heads a row or column. */
export interface RichtextTableCell<R extends RichtextRefs = RichtextStoredRefs> {
  readonly type: 'tableHeader' | 'tableCell';
  readonly attrs?: {
    readonly colspan?: number;
    readonly rowspan?: number;
    /** Widths in pixels of the columns that the cell spans, 0 where a column has none. */
    readonly colwidth?: readonly number[] | null;
    readonly align?: 'left' | 'center' | 'right' | null;
  };
  readonly content: readonly RichtextBlock<R>[];
}

/** Inline content of a line of text: a run of text that bears the same marks and is never empty, or a line's end. */
export type RichtextInline<R extends RichtextRefs = RichtextStoredRefs> =
  | { readonly type: 'text'; readonly text: string; readonly marks?: readonly RichtextMark<R>[] }
  | { readonly type: 'hardBreak'; readonly marks?: readonly RichtextMark<R>[] };

/** The marks of a text; a link leads to an address, or to an entry. */
export type RichtextMark<R extends RichtextRefs = RichtextStoredRefs> =
  | { readonly type: 'bold' | 'italic' | 'strike' | 'underline' | 'code' | 'superscript' | 'subscript' }
  | { readonly type: 'highlight'; readonly attrs?: { readonly color?: string | null } }
  | {
      readonly type: 'link';
      readonly attrs: (
        | { readonly href: string; readonly entry?: null }
        | { readonly entry: R['entry']; readonly href?: null }
      ) & {
        readonly target?: '_blank' | null;
        readonly rel?: string | null;
        readonly class?: string | null;
        readonly title?: string | null;
      };
    };

export type RichtextNode<R extends RichtextRefs = RichtextStoredRefs> =
  | RichtextDocument<R>
  | RichtextBlock<R>
  | RichtextInline<R>
  | RichtextListItem<R>
  | RichtextTaskItem<R>
  | RichtextTableRow<R>
  | RichtextTableCell<R>;

export type RichtextNodeName = RichtextNode['type'];

export type RichtextMarkName = RichtextMark['type'];
