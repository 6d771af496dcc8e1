import type { Transaction } from '@tiptap/pm/state';

/** A picture to upload, and its place in the document. */
export interface PastedPicture {
  readonly file: File;
  readonly position: number;
  readonly alt?: string;
}

/** Placeholder of a picture until its place in the document is known: characters that have no meaning in texts. */
const MARK = /\uE000(\d+)\uE001/g;
const DATA = /^data:(image\/([\w.+-]+))(?:;[^,;]+=[^,;]+)*(;base64)?,(.*)$/is;
const LONGEST_NAME = 60;

/** The pictures of pasted or dropped HTML. Embedded pictures can be read; of others it says only where they are. */
export class PastedPictures {
  readonly #files: { readonly file: File; readonly alt: string }[] = [];
  readonly #leftOut: string[] = [];
  readonly #isAllowed: boolean;

  /** @param isAllowed whether the text may have pictures */
  constructor(isAllowed: boolean) {
    this.#isAllowed = isAllowed;
  }

  /** Names of those that can't be taken in; '' for one that has none. */
  get leftOut(): readonly string[] {
    return this.#leftOut;
  }

  get hasFiles(): boolean {
    return this.#files.length > 0;
  }

  /** Takes a picture in. @returns the picture's placeholder in the HTML */
  take(image: Element): string {
    const source = image.getAttribute('src') ?? '';
    const alt = image.getAttribute('alt')?.trim() ?? '';
    // Pages count their readers by such pictures.
    if (source === '' || image.getAttribute('width') === '1' || image.getAttribute('height') === '1') return '';
    const file = this.#isAllowed ? fileOf(source, alt) : null;
    if (!file) {
      this.#leftOut.push(nameOf(source) || alt);
      return '';
    }
    return `\uE000${this.#files.push({ file, alt }) - 1}\uE001`;
  }

  /** Removes the placeholders from a document. @returns each picture, with the place of its placeholder */
  place(tr: Transaction): PastedPicture[] {
    const found: { readonly at: number; readonly length: number; readonly index: number }[] = [];
    tr.doc.descendants((node, position) => {
      for (const match of node.text?.matchAll(MARK) ?? []) {
        found.push({ at: position + match.index, length: match[0].length, index: Number(match[1]) });
      }
    });
    let removed = 0;
    return found.flatMap(({ at, length, index }) => {
      const position = at - removed;
      tr.delete(position, position + length);
      removed += length;
      const picture = this.#files[index];
      return picture ? [{ file: picture.file, position, ...(picture.alt && { alt: picture.alt }) }] : [];
    });
  }
}

/** The file in a `data:` address; null for any other. */
function fileOf(source: string, alt: string): File | null {
  const [, type = '', kind = '', isBase64, content = ''] = DATA.exec(source) ?? [];
  if (!type) return null;
  const ending = { jpeg: 'jpg', 'svg+xml': 'svg' }[kind.toLowerCase()] ?? kind.toLowerCase();
  const stem = alt.replaceAll(/[^\p{L}\p{N} _-]+/gu, '').slice(0, LONGEST_NAME) || 'picture';
  try {
    const bytes = isBase64
      ? Uint8Array.from(atob(decodeURIComponent(content)), (one) => one.charCodeAt(0))
      : new TextEncoder().encode(decodeURIComponent(content));
    return new File([bytes], `${stem}.${ending}`, { type: type.toLowerCase() });
  } catch {
    return null;
  }
}

/** How a picture is called by its address. */
function nameOf(source: string): string {
  if (source.startsWith('data:')) return '';
  const last = source.split(/[?#]/)[0]?.split(/[/\\]/).at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(0, LONGEST_NAME);
  } catch {
    return last.slice(0, LONGEST_NAME);
  }
}
