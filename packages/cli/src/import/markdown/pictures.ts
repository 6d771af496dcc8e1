import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { lookup } from 'mrmime';
import type { AssetLine } from '../../assets/asset-folder.ts';
import { assetName } from '../../assets/asset-names.ts';
import { fileDigest } from '../../assets/file-digest.ts';
import { type Io, placeOf } from '../../io.ts';
import { pictureReferences } from './picture-references.ts';

/** The API takes no longer ones. */
const MAX_ALT = 1000;

/** The pictures and files that Markdown files refer to, each once. */
export class LocalFiles {
  readonly #io: Pick<Io, 'cwd'>;
  readonly #root: string;
  readonly #names = new Map<string, string>();
  readonly #lines = new Map<string, AssetLine>();
  /** Name → locale → alternative text. */
  readonly #texts = new Map<string, Record<string, string>>();
  readonly #lost = new Set<string>();

  /** @param root folder that is searched for `public`, and those above it */
  constructor(io: Pick<Io, 'cwd'>, root: string) {
    this.#io = io;
    this.#root = placeOf(io, root);
  }

  get lines(): readonly AssetLine[] {
    return [...this.#lines.values()].map((line) => ({ ...line, alt_text: this.#texts.get(line.name) ?? {} }));
  }

  /** Addresses in Markdown that look like files which aren't there. */
  get lost(): readonly string[] {
    return [...this.#lost];
  }

  /** Reads the files at some addresses, so that they have names. @param from the file that holds the addresses */
  async add(addresses: Iterable<string>, from: string): Promise<void> {
    for (const address of addresses) {
      const file = this.#find(address, from);
      if (file === null || this.#names.has(file)) continue;
      const sha256 = await fileDigest(file);
      const name = assetName(sha256, 0);
      this.#names.set(file, name);
      // Of files with the same bytes, the first gives the asset its filename.
      if (this.#lines.has(name)) continue;
      this.#lines.set(name, {
        name,
        sha256,
        path: file,
        filename: path.basename(file),
        mime: lookup(file) ?? 'application/octet-stream',
        bytes: (await stat(file)).size,
        folder: [],
        alt_text: {},
        decorative: false,
        focal_point: null,
        crop: null,
      });
    }
  }

  /** Says what a file shows, in a locale: the first text counts, as a file may stand in several places. */
  describe(address: string, from: string, locale: string, alt: string): void {
    const name = this.nameOf(address, from);
    if (name === null || alt === '') return;
    const texts = this.#texts.get(name) ?? {};
    texts[locale] ??= alt.slice(0, MAX_ALT);
    this.#texts.set(name, texts);
  }

  /** Reads the pictures of Markdown, with their alternative texts in its locale. */
  async addShown(markdown: string, from: string, locale: string): Promise<void> {
    const places = pictureReferences(markdown).filter(({ address }) => isShown(address));
    await this.add(
      places.map(({ address }) => address),
      from,
    );
    for (const { address, alt } of places) this.describe(address, from, locale, alt);
  }

  /** The name of an address's asset; null when no such file was added. */
  nameOf(address: string, from: string): string | null {
    const file = this.#find(address, from);
    return file === null ? null : (this.#names.get(file) ?? null);
  }

  /** Markdown whose pictures are assets. */
  inMarkdown(markdown: string, from: string): string {
    let read = 0;
    let text = '';
    for (const { address, start, end } of pictureReferences(markdown)) {
      const name = isShown(address) ? this.nameOf(address, from) : null;
      if (name === null && isLocal(address)) this.#lost.add(`${address} in ${from}`);
      if (name === null) continue;
      text += `${markdown.slice(read, start)}asset:${name}`;
      read = end;
    }
    return text + markdown.slice(read);
  }

  #find(address: string, from: string): string | null {
    if (!isLocal(address)) return null;
    const clean = decoded(address.replace(/[?#].*$/, ''));
    const candidates = clean.startsWith('/')
      ? publicFolders(this.#root).map((folder) => path.join(folder, clean))
      : [path.resolve(placeOf(this.#io, path.dirname(from)), clean)];
    return candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? null;
  }
}

/** Whether an address means a file of the site, not one on another server or a place in the same text. */
export function isLocal(address: string): boolean {
  return address !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address);
}

/** Whether an address names something that a page can show. No other file is uploaded because a text names it. */
function isShown(address: string): boolean {
  return /^(?:image|video|audio)\//.test(lookup(address.replace(/[?#].*$/, '')) ?? '');
}

/** Folders called `public` beside a folder or above it, the nearest first. */
function publicFolders(root: string): string[] {
  const folders: string[] = [];
  for (let folder = root; ; folder = path.dirname(folder)) {
    folders.push(path.join(folder, 'public'));
    if (folder === path.dirname(folder)) return folders;
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
