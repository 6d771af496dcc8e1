import type { Values } from '../document.ts';

/** Marks messages between the editor and a page that it shows; the number changes with the form of messages. */
export const PREVIEW_CHANNEL = 'stele-preview-1';

/** A place in an entry: `entry`, `locale`, and the path of a field, such as `seo.title` or `sections.2.text`. */
export interface PreviewField {
  readonly entry: string;
  /** Null for the locale that is shown. */
  readonly locale: string | null;
  readonly path: string;
}

/** A message of a page to the editor. */
export type PageMessage =
  /** The page was loaded and listens. The HTTP status is 0 where the browser doesn't tell. */
  | { readonly type: 'hello'; readonly status: number; readonly url: string }
  /** Someone clicked a text: its field, as `fieldName` writes it, is to be opened. */
  | { readonly type: 'edit'; readonly field: string }
  /** The fields of the last values that it shows as they are: a change of them needs no loading. */
  | { readonly type: 'shown'; readonly keys: readonly string[] };

/** A message of the editor to a page. */
export type EditorMessage =
  /**
   * The values of the entry that is edited, as far as they're published as they are typed; `known` are values that the page may
   * show yet: those that are saved, and those that are published.
   */
  | {
      readonly type: 'values';
      readonly entry: string;
      readonly locale: string;
      readonly values: Values;
      readonly known: readonly Values[];
    }
  /** The draft was saved, with changes that the page doesn't show. */
  | { readonly type: 'saved' }
  /** The entry's page is at another address, or is to be loaded again. A URL of the page's own origin. */
  | { readonly type: 'moved'; readonly url: string }
  /** The field that has the focus, as `fieldName` writes it; null for none. */
  | { readonly type: 'focus'; readonly field: string | null };

/** A message as it is posted. */
export type Posted<Message> = Message & { readonly channel: typeof PREVIEW_CHANNEL };

/** The value of the attribute `data-stele`: `ent_…:title`, or with the locale `ent_…:title@de`. */
export function fieldName({ entry, locale, path }: PreviewField): string {
  return `${entry}:${path}${locale === null ? '' : `@${locale}`}`;
}

/** Reads such a value; null when it names no field. */
export function readFieldName(text: string): PreviewField | null {
  const [, entry, path, locale] = /^(ent_[a-z0-9]+):([\w.]+)(?:@([A-Za-z0-9-]+))?$/.exec(text) ?? [];
  return entry === undefined || path === undefined ? null : { entry, path, locale: locale ?? null };
}
