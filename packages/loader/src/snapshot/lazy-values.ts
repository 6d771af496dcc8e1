import type { SnapshotEntry } from '@stele/snapshot';
import { withAbsoluteUrls } from './asset-urls.ts';

type Values = SnapshotEntry['values'];

/** What all lazy values of a chunk share. */
export interface ChunkOrigin {
  /** Address of the project's folder on the content host. */
  readonly projectUrl: string;
  /** The error for values that turn out not to be JSON. */
  failure(): Error;
}

/** An entry of a chunk, whose values may still be text. */
export interface StoredEntry extends Omit<SnapshotEntry, 'values'> {
  readonly values: Values | LazyValues;
}

/** Values that stand in verified text, and are parsed when they're first read. All of the text is held until then. */
export class LazyValues {
  #within: string | null;
  readonly #start: number;
  readonly #end: number;
  readonly #origin: ChunkOrigin;
  #values: Values | null = null;

  constructor(within: string, start: number, end: number, origin: ChunkOrigin) {
    this.#within = within;
    this.#start = start;
    this.#end = end;
    this.#origin = origin;
  }

  /** As they stand in the text; null once they're parsed. */
  get text(): string | null {
    return this.#within?.slice(this.#start, this.#end) ?? null;
  }

  /** With absolute URLs of assets; the same object each time. @throws LoaderError `content_damaged` */
  read(): Values {
    this.#values ??= withAbsoluteUrls(this.#parse(), this.#origin.projectUrl);
    this.#within = null;
    return this.#values;
  }

  #parse(): Values {
    try {
      return JSON.parse(this.text ?? '');
    } catch {
      throw this.#origin.failure();
    }
  }
}
