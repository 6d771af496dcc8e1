import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isObject, type Json } from '@stele/schema';
import canonicalize from 'canonicalize';
import { lookup } from 'mrmime';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import { type AssetLine, assetFolder } from '../assets/asset-folder.ts';
import { assetName } from '../assets/asset-names.ts';
import { fileDigest } from '../assets/file-digest.ts';
import { writeFileAtomically } from '../write-file.ts';

const AT_ONCE = 4;
const RETRIES = 4;

/** The address of an asset's file in Markdown or a link. */
const ADDRESS = /https?:\/\/[^\s()<>"']+\/media\/(ast_[0-9a-z]{1,60})\/[0-9a-f]{24}\/[^\s()<>"']+/g;

interface Published {
  readonly url: string;
  readonly filename: string;
  readonly mime: string;
  readonly alt: Record<string, string>;
  readonly focalPoint: AssetLine['focal_point'];
  decorative: boolean;
}

/** Gathers the assets that published values show, and puts their names in place of them. */
export class PublishedAssets {
  readonly #found = new Map<string, Published>();

  /** Values in the form of drafts, with assets by their ids. */
  withIds(value: Json, locale: string): Json {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((item: Json) => this.withIds(item, locale));
    if (!isObject(value)) return value;
    if (isPublishedAsset(value)) return this.#note(value, locale);
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, this.withIds(own, locale)]));
  }

  /**
   * Fetches the files, and writes what "stele import --assets" reads. Files that are there already aren't fetched again.
   *
   * @returns id → what the asset is called in files
   * @throws Error when a file can't be fetched
   */
  async write(root: string): Promise<ReadonlyMap<string, string>> {
    const limit = pLimit(AT_ONCE);
    await mkdir(path.join(root, 'files'), { recursive: true });
    const files = await Promise.all(
      [...this.#found].map(([id, asset]) =>
        limit(async () => ({ id, asset, ...(await fetchFile(root, id, asset.url)) })),
      ),
    );
    const counts = new Map<string, number>();
    const names = new Map<string, string>();
    const lines = files
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, asset, file, sha256, bytes }) => {
        const index = counts.get(sha256) ?? 0;
        counts.set(sha256, index + 1);
        const name = assetName(sha256, index);
        names.set(id, name);
        const { filename, mime, alt: alt_text, decorative, focalPoint: focal_point } = asset;
        return {
          name,
          sha256,
          filename,
          mime,
          bytes,
          alt_text,
          decorative,
          focal_point,
          crop: null,
          folder: [],
          path: file,
        };
      });
    await writeFileAtomically(assetFolder.index(root), lines.map((line) => `${canonicalize(line)}\n`).join(''));
    return names;
  }

  #text(text: string): string {
    return text.replace(ADDRESS, (url, id: string) => {
      const filename = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
      const mime = lookup(filename) ?? 'application/octet-stream';
      if (!this.#found.has(id)) {
        this.#found.set(id, { url, filename, mime, alt: {}, focalPoint: null, decorative: false });
      }
      return `asset:${id}`;
    });
  }

  #note(asset: PublishedShape, locale: string): string {
    const { id, url, filename, mime, alt, focal_point: focalPoint } = asset;
    const before = this.#found.get(id);
    const texts = before?.alt ?? {};
    if (typeof alt === 'string' && alt !== '') texts[locale] = alt;
    // What a text only links to has less to say than the asset itself.
    this.#found.set(id, { url, filename, mime, alt: texts, focalPoint: focalPoint ?? null, decorative: alt === '' });
    return id;
  }
}

interface PublishedShape {
  readonly id: string;
  readonly url: string;
  readonly filename: string;
  readonly mime: string;
  readonly alt: string | null;
  readonly focal_point?: AssetLine['focal_point'];
}

function isPublishedAsset(value: object): value is PublishedShape {
  const { id, url, filename, mime } = value as Partial<PublishedShape>;
  return (
    typeof id === 'string' &&
    /^ast_[0-9a-z]{1,60}$/.test(id) &&
    typeof url === 'string' &&
    typeof filename === 'string' &&
    typeof mime === 'string'
  );
}

/** A file's address changes with its bytes, so one that is there is the one. */
async function fetchFile(
  root: string,
  id: string,
  url: string,
): Promise<{ readonly file: string; readonly sha256: string; readonly bytes: number }> {
  const [digest = '', name = ''] = new URL(url).pathname.split('/').slice(-2);
  const file = path.join(root, 'files', `${id}-${digest}${path.extname(name)}`);
  if (!(await stat(file).catch(() => null))) {
    const partial = `${file}.part`;
    try {
      await pRetry(
        async () => {
          const response = await fetch(url);
          if (!response.ok || !response.body)
            throw new Error(`The content host answered ${response.status} for ${url}.`);
          await pipeline(Readable.fromWeb(response.body), createWriteStream(partial));
        },
        { retries: RETRIES, minTimeout: 500 },
      );
      await rename(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
  }
  return { file, sha256: await fileDigest(file), bytes: (await stat(file)).size };
}
