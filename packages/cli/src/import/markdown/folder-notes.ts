import { counted, listed } from '../../output/words.ts';
import { mdxNotes } from './mdx.ts';

/** Notes for people about a folder of Markdown files: the parts that aren't imported unchanged. */
export class FolderNotes {
  readonly #collection: string;
  /** Front matter that no field takes → in how many files. */
  readonly #untaken = new Map<string, number>();
  drafts = 0;
  /** The .mdx files with imports or components. */
  readonly mdx: string[] = [];
  /** Files whose slug isn't their address on a site, with the slug. */
  readonly moved: string[] = [];
  /** Files whose name, or a folder's, begins with `_`. */
  readonly underscored: string[] = [];

  /** @param collection key of the collection that the files go into */
  constructor(collection: string) {
    this.#collection = collection;
  }

  untaken(key: string): void {
    this.#untaken.set(key, (this.#untaken.get(key) ?? 0) + 1);
  }

  /** All notes. @param lost addresses of pictures that aren't there */
  say(lost: readonly string[]): string[] {
    const notes = mdxNotes(this.mdx);
    if (this.drafts > 0) {
      const files =
        this.drafts === 1
          ? '1 file says "draft: true": it isn\'t'
          : `${this.drafts} files say "draft: true": they aren't`;
      notes.unshift(`${files} published.`);
    }
    if (this.#untaken.size > 0) {
      const keys = [...this.#untaken].map(([key, count]) => `${key} (${counted(count, 'file')})`);
      notes.unshift(`Front matter without a matching field in ${this.#collection}: ${keys.join(', ')}.`);
    }
    if (this.moved.length > 0) {
      notes.push(
        `Slugs that differ from the address of their file on an Astro site: ${listed(this.moved)}. To keep the addresses, write slug({ path: true }) in the config.`,
      );
    }
    if (this.underscored.length > 0) {
      notes.push(
        `Files with a name that begins with _: ${listed(this.underscored)}. If your site leaves such files out, do so here: --exclude "_*".`,
      );
    }
    return [...notes, ...lost.map((address) => `There is no file ${address}.`)];
  }
}
