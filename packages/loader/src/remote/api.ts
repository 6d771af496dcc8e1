import { collectionFileName, type SnapshotEntry, snapshotPrefix } from '@stele/snapshot';
import { checkFormat } from '../format/manifest.ts';
import type { Pointer } from '../format/pointer.ts';
import {
  checkEntry,
  countAt,
  digestAt,
  type Loose,
  listAt,
  objectAt,
  ShapeError,
  SNAPSHOT_ID,
  textAt,
} from '../format/shapes.ts';
import type { Get, Http } from '../http/http.ts';
import { readAnswer } from './read-answer.ts';

/** An entry of a file of drafts. */
export interface DraftEntry extends SnapshotEntry {
  readonly invalid?: true;
}

/** Drafts of a collection in one locale. Versions of the API without `since` leave out all but the entries. */
export interface DraftFile {
  /** In the collection's order. */
  readonly entries: readonly DraftEntry[];
  /** The next `since`; null for a file that has only some. */
  readonly as_of?: string | null;
  /** Null when all are in `entries`. */
  readonly since?: string | null;
  /** With `since`, all ids in order, when it isn't that of the earlier file. */
  readonly ids?: readonly string[] | null;
}

/** How long an answer is waited for. */
type PatienceForPointer = Pick<Get, 'retriesOfSilence' | 'silence' | 'signal'>;

/** The routes of the API that the loader uses. */
export class Api {
  readonly #http: Http;
  readonly #projectUrl: string;
  readonly #projectId: string;
  readonly #token: string;

  constructor(options: { http: Http; url: string; projectId: string; token: string }) {
    this.#http = options.http;
    this.#projectId = options.projectId;
    this.#projectUrl = `${options.url}/v1/projects/${options.projectId}`;
    this.#token = options.token;
  }

  /**
   * The live snapshot.
   *
   * @param how when to report silence, a signal that cancels the request, and how often to ask again
   * @throws LoaderError `unreachable` when the API is down; every other one is final
   */
  async pointer(how: PatienceForPointer = {}): Promise<Pointer> {
    const parse = (pointer: Loose, url: string): Pointer => {
      const manifest = objectAt(pointer, 'manifest');
      checkFormat(manifest.manifest_format, url);
      const snapshotId = textAt(pointer, 'snapshot_id', SNAPSHOT_ID);
      return {
        snapshotId,
        publishedAt: textAt(pointer, 'published_at'),
        sequence: countAt(manifest, 'sequence'),
        manifestSha256: digestAt(manifest, 'sha256'),
        contentUrl: this.#contentUrlOf(textAt(pointer, 'content_base_url'), snapshotId),
      };
    };
    return this.#read('/snapshot/latest', parse, how);
  }

  /**
   * The drafts of a collection in one locale.
   *
   * @param query which of them, and whether with marks
   * @throws LoaderError
   */
  async drafts(collection: string, locale: string, query: Record<string, string>): Promise<DraftFile> {
    const name = collectionFileName(encodeURIComponent(collection), encodeURIComponent(locale));
    return this.#read(`/drafts/${name}?${new URLSearchParams(query)}`, (file) => {
      if (file.collection !== collection || file.locale !== locale) throw new ShapeError('it is another file');
      for (const entry of listAt(file, 'entries')) checkEntry(entry);
      return file as unknown as DraftFile;
    });
  }

  async #read<Result>(
    path: string,
    parse: (answer: Loose, url: string) => Result,
    how: PatienceForPointer = {},
  ): Promise<Result> {
    const url = `${this.#projectUrl}${path}`;
    const answer = await this.#http.get({ url, headers: { authorization: `Bearer ${this.#token}` }, ...how });
    return readAnswer(answer, url, (object) => parse(object, url), " Is this the API's address?");
  }

  #contentUrlOf(baseUrl: string, snapshotId: string): string {
    const end = `/${snapshotPrefix(this.#projectId, snapshotId)}`;
    if (!baseUrl.endsWith(end)) throw new ShapeError('content_base_url is not that of the snapshot');
    return baseUrl.slice(0, -end.length);
  }
}
