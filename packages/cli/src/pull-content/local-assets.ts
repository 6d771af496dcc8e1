import type { Asset, ProjectClient } from '@stele/client';
import { assetsOf } from '../api.ts';
import type { Io } from '../io.ts';

/** So many digits of a file's SHA-256 are in its address. */
const DIGITS = 24;

const POLL_MS = 500;
/** Then it goes on without what isn't ready. */
const MOST_POLLS = 600;

/** An asset whose file has arrived. */
type LocalAsset = Asset & { readonly sha256: string };

/**
 * The assets of the project that content goes into, by the published files that they stand for: by their own bytes, and by those of the
 * files that were made of them. The same picture makes the same files in every project, though a site shows it smaller than it is.
 */
export class LocalAssets {
  readonly #byDigest = new Map<string, LocalAsset[]>();
  readonly #taken = new Set<LocalAsset>();

  /** Waits for pictures that were just uploaded: their files aren't known before they're made. @throws ApiError */
  static async read({ sleep }: Pick<Io, 'sleep'>, api: ProjectClient): Promise<LocalAssets> {
    const all = new LocalAssets();
    const assets: LocalAsset[] = [];
    const found: Asset[] = [];
    for await (const asset of assetsOf(api)) found.push(asset);
    for (const asset of found) {
      const params = { path: { assetId: asset.id } };
      let now = asset;
      for (let polls = 0; now.processing && polls < MOST_POLLS; polls++) {
        await sleep(POLL_MS);
        now = await api.get('/assets/{assetId}', { params });
      }
      if (hasFile(now)) assets.push(now);
    }
    for (const asset of assets) all.#add(asset.sha256, asset);
    for (const asset of assets) {
      for (const url of [asset.url, ...asset.variants.map((variant) => variant.url)]) {
        if (url !== null) all.#add(digestIn(url), asset);
      }
    }
    return all;
  }

  /** Takes the asset that stands for a published file; each stands for one only. */
  take(url: string): LocalAsset | null {
    const asset = this.#byDigest.get(digestIn(url))?.find((one) => !this.#taken.has(one));
    if (!asset) return null;
    this.#taken.add(asset);
    return asset;
  }

  #add(digest: string, asset: LocalAsset): void {
    const key = digest.slice(0, DIGITS);
    const same = this.#byDigest.get(key) ?? [];
    if (!same.includes(asset)) same.push(asset);
    this.#byDigest.set(key, same);
  }
}

function digestIn(url: string): string {
  return new URL(url).pathname.split('/').at(-2) ?? '';
}

function hasFile(asset: Asset): asset is LocalAsset {
  return asset.sha256 !== null;
}
