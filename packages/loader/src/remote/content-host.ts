import {
  chunkKey,
  collectionFileName,
  indexKey,
  manifestKey,
  pointerMirrorKey,
  pointerMirrorName,
  snapshotPrefix,
} from '@stele/snapshot';
import { LoaderError } from '../errors.ts';
import { checkFormat } from '../format/manifest.ts';
import type { Pointer } from '../format/pointer.ts';
import { countAt, digestAt, objectAt, ShapeError, SNAPSHOT_ID, textAt } from '../format/shapes.ts';
import type { Http, TakePart } from '../http/http.ts';
import { readAnswer, refusalOf } from './read-answer.ts';

/** A kind of content-addressed object. */
export type ObjectKind = 'index' | 'chunk';

/** The addresses of the content host that the loader reads. */
export class ContentHost {
  readonly url: string;
  readonly #http: Http;
  readonly #projectId: string;

  constructor(options: { http: Http; url: string; projectId: string }) {
    this.url = options.url;
    this.#http = options.http;
    this.#projectId = options.projectId;
  }

  get projectUrl(): string {
    return `${this.url}/${this.#projectId}`;
  }

  manifestUrl(snapshotId: string): string {
    return `${this.url}/${manifestKey(this.#projectId, snapshotId)}`;
  }

  /** Address of a collection in one locale as one file. */
  fileUrl(snapshotId: string, collection: string, locale: string): string {
    return `${this.url}/${snapshotPrefix(this.#projectId, snapshotId)}/${collectionFileName(collection, locale)}`;
  }

  objectUrl(kind: ObjectKind, sha256: string): string {
    const key = kind === 'chunk' ? chunkKey(this.#projectId, sha256) : indexKey(this.#projectId, sha256);
    return `${this.url}/${key}`;
  }

  /**
   * The bytes at an address, whatever they are.
   *
   * @param isFresh asks caches on the way to fetch it again
   * @throws LoaderError `content_missing`, `unreachable`, `rate_limited`, `refused`
   */
  async read(url: string, isFresh: boolean): Promise<Uint8Array> {
    const answer = await this.#http.get({ url, isFresh });
    if (answer.status === 200) return answer.body;
    if (answer.status !== 404) throw refusalOf(answer, url);
    throw new LoaderError(
      'content_missing',
      `${url} isn't on the content host. Check contentUrl; if it's right, the storage lost an object.`,
      { url, status: answer.status, requestId: answer.requestId },
    );
  }

  /** Reads an address, part by part as it comes. @throws LoaderError */
  stream(url: string, take: TakePart): Promise<void> {
    return this.#http.stream({ url }, take);
  }

  /**
   * The copy of the pointer that the token can find.
   *
   * @param secretSha256 SHA-256 of the token
   * @param signal gives the request up
   * @throws LoaderError `unreachable` when the host is down; every other one is final
   */
  async mirror(secretSha256: string, signal: AbortSignal): Promise<Pointer> {
    const url = `${this.url}/${pointerMirrorKey(pointerMirrorName(secretSha256))}`;
    const shownUrl = `${this.url}/${pointerMirrorKey('…')}`;
    const answer = await this.#http.get({ url, shownUrl, signal, isUrgent: true });
    // Storage that lists nothing to strangers answers 403 for a missing object.
    if (answer.status === 404 || answer.status === 403) {
      const message = `${shownUrl} isn't there: the token is unknown, revoked or expired, or nothing was published.`;
      throw new LoaderError('unauthorized', message, {
        url: shownUrl,
        status: answer.status,
        requestId: answer.requestId,
      });
    }
    return readAnswer(answer, shownUrl, (mirror) => {
      const manifest = objectAt(mirror, 'manifest');
      checkFormat(manifest.manifest_format, shownUrl);
      const snapshotId = textAt(mirror, 'snapshot_id', SNAPSHOT_ID);
      if (mirror.project_id !== this.#projectId) throw new ShapeError('it is that of another project');
      if (mirror.content_base_path !== snapshotPrefix(this.#projectId, snapshotId)) {
        throw new ShapeError('content_base_path is not that of the snapshot');
      }
      return {
        snapshotId,
        publishedAt: textAt(mirror, 'published_at'),
        sequence: countAt(mirror, 'sequence'),
        manifestSha256: manifest.sha256 === undefined ? null : digestAt(manifest, 'sha256'),
        contentUrl: this.url,
      };
    });
  }
}
