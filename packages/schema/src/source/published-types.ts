/** A type that the text of types may need, and the types that it needs itself. */
interface SupportType {
  readonly needs: readonly string[];
  readonly text: string;
}

/**
 * The types of published values that don't depend on a schema, as text of its own: `published.ts` and
 * `richtext/types.ts` in the form of published files. A test compares them.
 */
const SUPPORT_TYPES: Readonly<Record<string, SupportType>> = {
  Json: {
    needs: [],
    text: `/** Any JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };`,
  },
  PublishedAsset: {
    needs: [],
    text: `/** A picture or file. */
export interface PublishedAsset {
  readonly id: string;
  readonly url: string;
  readonly filename: string;
  readonly mime: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  /** What the picture shows; empty when it's decorative, null when no one has described it. */
  readonly alt: string | null;
  /** A text to show with it. */
  readonly caption?: string;
  /** Who made it. */
  readonly credit?: string;
  /** The licence, or terms of use. */
  readonly rights?: string;
  readonly focal_point: { readonly x: number; readonly y: number } | null;
  /** ThumbHash in base64. */
  readonly placeholder: string | null;
  readonly variants: readonly {
    readonly name: string;
    readonly url: string;
    readonly width: number;
    readonly height: number;
    readonly mime: string;
    readonly bytes: number;
    /** Such as 16:9; null when it has the shape of the picture. */
    readonly ratio: string | null;
    readonly animated: boolean;
  }[];
}`,
  },
  PublishedReference: {
    needs: [],
    text: `/** A reference to another entry. */
export interface PublishedReference<Collection extends string = string> {
  readonly id: string;
  readonly collection: Collection;
  /** The path of its page, where it is live and its collection has paths. */
  readonly path?: string;
}`,
  },
  Richtext: {
    needs: ['PublishedAsset'],
    text: `/** Rich text: a ProseMirror document. */
export interface Richtext {
  readonly type: 'doc';
  readonly content: readonly RichtextBlock[];
}

/** What may stand in a document, a quote, a list's item or a table's cell. */
export type RichtextBlock =
  | { readonly type: 'paragraph'; readonly content?: readonly RichtextInline[] }
  | {
      readonly type: 'heading';
      readonly attrs: { readonly level: 1 | 2 | 3 | 4 | 5 | 6 };
      readonly content?: readonly RichtextInline[];
    }
  | { readonly type: 'bulletList'; readonly content: readonly RichtextListItem[] }
  | {
      readonly type: 'orderedList';
      readonly attrs?: { readonly start?: number; readonly type?: '1' | 'a' | 'A' | 'i' | 'I' | null };
      readonly content: readonly RichtextListItem[];
    }
  | { readonly type: 'taskList'; readonly content: readonly RichtextTaskItem[] }
  | { readonly type: 'blockquote'; readonly content: readonly RichtextBlock[] }
  | {
      readonly type: 'codeBlock';
      readonly attrs?: { readonly language?: string | null };
      readonly content?: readonly { readonly type: 'text'; readonly text: string }[];
    }
  | { readonly type: 'horizontalRule' }
  | { readonly type: 'table'; readonly content: readonly RichtextTableRow[] }
  | {
      readonly type: 'image';
      readonly attrs: {
        readonly asset: PublishedAsset;
        readonly alt?: string | null;
        readonly caption?: string | null;
        /** One of the sizes that the schema names. */
        readonly size?: string | null;
        readonly align?: 'start' | 'center' | 'end' | null;
      };
    }
  | { readonly type: 'embed'; readonly attrs: { readonly entry: RichtextEntry } }
  | {
      readonly type: 'video';
      readonly attrs: {
        readonly provider: 'youtube' | 'vimeo';
        readonly id: string;
        /** Of the video's page. */
        readonly url: string;
        readonly title?: string | null;
      };
    }
  | {
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

/** An entry that rich text embeds or links to. */
export interface RichtextEntry {
  readonly id: string;
  readonly collection: string;
  /** The path of its page, where it is live and its collection has paths. */
  readonly path?: string;
}

/** An item of a list. */
export interface RichtextListItem {
  readonly type: 'listItem';
  readonly content: readonly RichtextBlock[];
}

/** An item of a list of tasks. */
export interface RichtextTaskItem {
  readonly type: 'taskItem';
  readonly attrs: { readonly checked: boolean };
  readonly content: readonly RichtextBlock[];
}

/** A row of a table. */
export interface RichtextTableRow {
  readonly type: 'tableRow';
  readonly content?: readonly RichtextTableCell[];
}

/** A cell of a table. */
export interface RichtextTableCell {
  readonly type: 'tableHeader' | 'tableCell';
  readonly attrs?: {
    readonly colspan?: number;
    readonly rowspan?: number;
    /** Widths in pixels of the columns that the cell spans, 0 where a column has none. */
    readonly colwidth?: readonly number[] | null;
    readonly align?: 'left' | 'center' | 'right' | null;
  };
  readonly content: readonly RichtextBlock[];
}

/** What may stand in a line of text. */
export type RichtextInline =
  | { readonly type: 'text'; readonly text: string; readonly marks?: readonly RichtextMark[] }
  | { readonly type: 'hardBreak'; readonly marks?: readonly RichtextMark[] };

/** What a text may be marked as. */
export type RichtextMark =
  | { readonly type: 'bold' | 'italic' | 'strike' | 'underline' | 'code' | 'superscript' | 'subscript' }
  | { readonly type: 'highlight'; readonly attrs?: { readonly color?: string | null } }
  | {
      readonly type: 'link';
      readonly attrs: (
        | { readonly href: string; readonly entry?: null }
        | { readonly entry: RichtextEntry; readonly href?: null }
      ) & {
        readonly target?: '_blank' | null;
        readonly rel?: string | null;
        readonly class?: string | null;
        readonly title?: string | null;
      };
    };`,
  },
};

/** Names of all types that the texts declare. */
export const SUPPORT_NAMES: readonly string[] = Object.values(SUPPORT_TYPES).flatMap(({ text }) =>
  [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name ?? ''),
);

/** The texts of some types and of those that they need. */
export function supportTypes(names: ReadonlySet<string>): string[] {
  const wanted = new Set([...names].flatMap((name) => [name, ...(SUPPORT_TYPES[name]?.needs ?? [])]));
  return Object.entries(SUPPORT_TYPES).flatMap(([name, { text }]) => (wanted.has(name) ? [text] : []));
}
