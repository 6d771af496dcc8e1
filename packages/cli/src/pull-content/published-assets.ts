import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type CollectionDocument, isObject, type Json, mapItems, type Values } from '@stele/schema';
import canonicalize from 'canonicalize';
import { lookup } from 'mrmime';
import pLimit from 'p-limit';
import { type AssetLine, assetFolder, detailsOf } from '../assets/asset-folder.ts';
import { assetName } from '../assets/asset-names.ts';
import { download } from '../assets/download.ts';
import { fileDigest } from '../assets/file-digest.ts';
import { mapLeaves } from '../content/map-leaves.ts';
import type { Io } from '../io.ts';
import { writeFileAtomically } from '../write-file.ts';
import type { LocalAssets } from './local-assets.ts';

const AT_ONCE = 4;

/** The path of an asset's file, after the address of a project's media. */
const FILE = String.raw`(ast_[0-9a-z]{1,60})/[0-9a-f]{24}/([A-Za-z0-9-]*\.[a-z0-9]+)`;

interface Published {
  readonly url: string;
  readonly filename: string;
  readonly mime: string;
  readonly alt_text: Record<string, string>;
  readonly focal_point: AssetLine['focal_point'];
  readonly decorative: boolean;
  readonly caption: Record<string, string>;
  readonly credit?: string | undefined;
  readonly rights?: string | undefined;
  /** Whether only a text names it, which someone may have written by hand. */
  readonly isOnlyText: boolean;
}

/** Replaces an asset, and an address in a text. */
interface Replacements {
  asset(asset: PublishedShape): Json;
  address(url: string, id: string, filename: string): string;
}

/**
 * Gathers the assets that published values show, and puts their names in place of them: in fields of assets, in Markdown, and in
 * pictures and links of rich text. Texts of other fields stay as they were written.
 */
export class PublishedAssets {
  readonly #mediaUrl: string;
  readonly #address: RegExp;
  readonly #found = new Map<string, Published>();
  readonly #names = new Map<string, string>();

  /** @param mediaUrl the prefix of the addresses of the project's files; addresses without it are no assets */
  constructor(mediaUrl: string) {
    this.#mediaUrl = mediaUrl;
    this.#address = new RegExp(mediaUrl.replace(/[^\w]/g, '\\$&') + FILE, 'g');
  }

  /** Notes the assets that values show in a locale. */
  gather(collection: CollectionDocument, values: Values, locale: string): void {
    this.#map(collection, values, {
      asset: (asset) => this.#note(asset, locale),
      address: (url, id, filename) => this.#noteAddress(url, id, filename),
    });
  }

  /** Values in the form of drafts, with gathered assets by the names that `write` gave them. */
  named(collection: CollectionDocument, values: Values): Values {
    return this.#map(collection, values, {
      asset: ({ id }) => this.#names.get(id) ?? id,
      address: (url, id) => (this.#names.has(id) ? `asset:${this.#names.get(id)}` : url),
    });
  }

  #map(collection: CollectionDocument, values: Values, replace: Replacements): Values {
    const asset = (value: Json): Json => (this.#isAsset(value) ? replace.asset(value) : value);
    const text = (value: Json): Json =>
      typeof value === 'string' ? value.replace(this.#address, replace.address) : value;
    const node = (value: Json): Json => {
      if (!isObject(value)) return value;
      const { attrs, content, marks } = value;
      return {
        ...value,
        ...(isObject(attrs) && { attrs: attributes(attrs) }),
        ...(content !== undefined && { content: mapItems(content, node) }),
        ...(marks !== undefined && { marks: mapItems(marks, node) }),
      };
    };
    const attributes = (attrs: Values): Values => ({
      ...attrs,
      ...(attrs.asset !== undefined && { asset: asset(attrs.asset) }),
      ...(attrs.href !== undefined && { href: text(attrs.href) }),
    });
    return mapLeaves(collection.fields, values, ({ type }, value) => {
      if (type === 'asset') return asset(value);
      if (type === 'assets') return mapItems(value, asset);
      if (type === 'markdown') return text(value);
      return type === 'richtext' ? node(value) : value;
    });
  }

  /**
   * Fetches the files, and writes what "stele import --assets" reads. Files that are there already aren't fetched again, nor those of
   * pictures that the project has.
   *
   * @param local the assets of the project
   * @returns addresses in texts that lead to no file: they stay as they are
   * @throws Error when a file can't be fetched
   */
  async write(io: Io, root: string, local: LocalAssets): Promise<readonly string[]> {
    const limit = pLimit(AT_ONCE);
    await mkdir(path.join(root, 'files'), { recursive: true });
    const missing: string[] = [];
    const fetched = await Promise.all(
      [...this.#found].map(([id, asset]) => {
        const there = local.take(asset.url);
        return limit(async () => {
          if (there) return { id, asset, sha256: there.sha256, bytes: there.bytes, crop: there.crop };
          const file = await fetchFile(root, id, asset.url);
          if (file) return { id, asset, ...file, crop: null };
          if (!asset.isOnlyText) throw new Error(`The content host has no file at ${asset.url}.`);
          missing.push(asset.url);
          return null;
        });
      }),
    );
    const files = fetched.filter((one) => one !== null);
    const counts = new Map<string, number>();
    const lines = files
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, asset, ...file }) => {
        const { sha256 } = file;
        const index = counts.get(sha256) ?? 0;
        counts.set(sha256, index + 1);
        const name = assetName(sha256, index);
        this.#names.set(id, name);
        const { url: _url, isOnlyText: _isOnlyText, caption, credit, rights, ...described } = asset;
        return { name, ...described, ...detailsOf({ caption, credit, rights }), ...file, folder: [] };
      });
    await writeFileAtomically(io, assetFolder.index(root), lines.map((line) => `${canonicalize(line)}\n`).join(''));
    return missing;
  }

  #noteAddress(url: string, id: string, filename: string): string {
    const mime = lookup(filename) ?? 'application/octet-stream';
    if (!this.#found.has(id)) {
      this.#found.set(id, {
        url,
        filename,
        mime,
        alt_text: {},
        focal_point: null,
        decorative: false,
        caption: {},
        isOnlyText: true,
      });
    }
    return url;
  }

  #note(asset: PublishedShape, locale: string): string {
    const { id, url, filename, mime, alt, focal_point = null, credit, rights } = asset;
    const { alt_text = {}, caption = {} } = this.#found.get(id) ?? {};
    if (typeof asset.caption === 'string') caption[locale] = asset.caption;
    if (typeof alt === 'string' && alt !== '') alt_text[locale] = alt;
    // The asset itself says more than a link to it in a text, which may have been noted before.
    const said = { alt_text, caption, credit, rights, focal_point, decorative: alt === '' };
    this.#found.set(id, { url, filename, mime, ...said, isOnlyText: false });
    return id;
  }

  #isAsset(value: Json): value is PublishedShape & Values {
    if (!isObject(value)) return false;
    const { id, url, filename, mime } = value;
    return (
      typeof id === 'string' &&
      /^ast_[0-9a-z]{1,60}$/.test(id) &&
      typeof url === 'string' &&
      url.startsWith(this.#mediaUrl) &&
      typeof filename === 'string' &&
      typeof mime === 'string'
    );
  }
}

interface PublishedShape {
  readonly id: string;
  readonly url: string;
  readonly filename: string;
  readonly mime: string;
  readonly alt: string | null;
  readonly caption?: string;
  readonly credit?: string;
  readonly rights?: string;
  readonly focal_point?: AssetLine['focal_point'];
}

/** Fetches a file, unless the folder has it: its address changes with its bytes. @returns null when the content host has none */
async function fetchFile(
  root: string,
  id: string,
  url: string,
): Promise<{ readonly path: string; readonly sha256: string; readonly bytes: number } | null> {
  const [digest = '', name = ''] = new URL(url).pathname.split('/').slice(-2);
  const file = path.join(root, 'files', `${id}-${digest}${path.extname(name)}`);
  const ask = async (): Promise<Response | null> => {
    const response = await fetch(url);
    return response.status === 404 || response.status === 410 ? null : response;
  };
  if (!(await stat(file).catch(() => null)) && !(await download(file, ask))) return null;
  return { path: file, sha256: await fileDigest(file), bytes: (await stat(file)).size };
}
