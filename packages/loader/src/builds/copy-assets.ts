import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { usualFolder } from '../cache/open-cache.ts';
import { type Clock, systemClock } from '../clock.ts';
import { hasCode } from '../errors.ts';
import { forEachBounded } from '../for-each-bounded.ts';
import type { FetchLike } from '../http/fetch-like.ts';
import { FIRST_WAIT_MS, Http } from '../http/http.ts';
import type { Log } from '../log.ts';
import { Secrets } from '../secrets.ts';
import { readMedia } from './read-media.ts';
import { type AssetAddress, addressesIn, COPIES, replaceAddresses, websiteTexts } from './website-texts.ts';

const AT_ONCE = 4;
const RETRIES = 3;
const SHOWN_FILES = 3;
const KEPT_MS = 30 * 86_400_000;
/** Endings of files that every web server sends as what they are, and no browser runs. */
const PASSIVE =
  /\.(?:avif|gif|ico|jpe?g|png|svg|tiff?|webp|aac|flac|m4a|mp3|oga|ogg|opus|wav|m4v|mkv|mov|mp4|mpe?g|ogv|webm|otf|ttf|woff2?|pdf|bin|csv|json|txt|docx?|odp|ods|odt|pptx?|rtf|xlsx?|epub|gz|tar|zip)$/;
/** The text before an address that's read outside of the page. */
const FOR_OTHERS = /content=["']?$/;

/** A built website that gets copies of the assets that it shows. */
export interface CopyTarget {
  readonly folder: string;
  /** The path or the whole address at which it's served; `/` by default. */
  readonly base?: string | undefined;
  /** The website's address. Feeds and the previews of other sites need whole addresses. */
  readonly site?: string | undefined;
  /** Whether each new address is as long as the old one: pages of Next.js say how long their parts are. */
  readonly keepsLength?: boolean;
  /** Where fetched files are kept for the next build. */
  readonly cache?: string;
}

/**
 * Copies the files of assets that a built website names into it, and lets its pages show those. Files that an earlier build
 * fetched aren't fetched again: their addresses change with their bytes. Texts may name any address, so only files of
 * projects that the build has read are fetched, and those stay where they are that could run scripts in the website.
 *
 * @throws Error that names the file, when one can't be fetched; then the website stays as it was
 */
export async function copyAssets(target: CopyTarget, log: Log, clock: Clock = systemClock): Promise<void> {
  const { folder, site, cache = path.join(usualFolder(), 'files') } = target;
  const base = baseOf(target);
  const files = new Map<string, AssetAddress>();
  for await (const { text } of websiteTexts(folder)) {
    for (const address of addressesIn(text)) files.set(address.url, address);
  }
  if (files.size === 0) return;
  const media = readMedia();
  const left = [...files.values()].filter((address) => !media.has(address.media) || !PASSIVE.test(address.file));
  for (const { url } of left) files.delete(url);
  await mkdir(cache, { recursive: true });
  const host = new MediaHost(log, clock);
  let fetched = 0;
  await forEachBounded([...files.values()], AT_ONCE, async (address) => {
    const kept = path.join(cache, address.digest + path.extname(address.file));
    if (!(await stat(kept).catch(() => null))) {
      if (!(await host.fetchTo(kept, address))) {
        files.delete(address.url);
        left.push(address);
        return;
      }
      fetched += 1;
    }
    await utimes(kept, new Date(), new Date());
    const place = path.join(folder, COPIES, address.file);
    await mkdir(path.dirname(place), { recursive: true });
    await copyFile(kept, place);
  });
  for await (const { name, text } of websiteTexts(folder)) {
    const changed = replaceAddresses(text, (address, before) => {
      if (!files.has(address.url)) return address.url;
      const own = `${base}${COPIES}/${address.file}${fillOf(address, base, target)}`;
      const isForOthers = name.endsWith('.xml') || FOR_OTHERS.test(before);
      return isForOthers && site ? new URL(own, site).href : own;
    });
    if (changed !== text) await writeFile(path.join(folder, name), changed);
  }
  await removeOld(cache);
  if (left.length > 0) {
    const names = left.slice(0, SHOWN_FILES).map(({ file }) => file);
    const more = left.length > SHOWN_FILES ? ` and ${left.length - SHOWN_FILES} more` : '';
    log.warn(
      `Not copied: ${names.join(', ')}${more}. Only files of projects that the build read are, and none that could run scripts in the website.`,
    );
  }
  log.info(`${files.size} files copied into ${path.join(folder, COPIES)}, ${fetched} of them fetched`);
}

/** The prefix of addresses in the website, with a slash at the end. */
function baseOf({ base = '' }: CopyTarget): string {
  if (/^(?:https?:)?\/\//.test(base)) return base.replace(/\/*$/, '/');
  return `/${base.replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
}

/** A query that makes a new address as long as the old one: no file is named by it. @throws Error when it's longer already */
function fillOf({ media }: AssetAddress, base: string, { keepsLength }: CopyTarget): string {
  if (!keepsLength) return '';
  const length = media.length - `${base}${COPIES}/`.length;
  if (length < 0) throw new Error(`Assets can't be copied: the path ${base} is longer than ${media}.`);
  return length === 0 ? '' : '?'.padEnd(length, '_');
}

/** The addresses of files on content hosts. */
class MediaHost {
  readonly #clock: Clock;
  readonly #http: Http;
  /** Address → the content type of its answer. */
  readonly #types = new Map<string, string | null>();

  constructor(log: Log, clock: Clock) {
    this.#clock = clock;
    const fetcher: FetchLike = async (url, init) => {
      // A redirect may lead anywhere.
      const answer = await fetch(url, { ...init, redirect: 'manual' });
      this.#types.set(url, answer.headers.get('content-type'));
      return answer;
    };
    const options = { fetch: fetcher, clock, secrets: new Secrets(null), log };
    this.#http = new Http({ ...options, concurrency: AT_ONCE, timeout: 10_000, retries: RETRIES });
  }

  /** @returns false for a file that is named like a drawing, but isn't one that Stele has made safe @throws Error */
  async fetchTo(kept: string, address: AssetAddress): Promise<boolean> {
    const { url, file } = address;
    const temporary = `${kept}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await this.#write(temporary, address);
      const isPassive = !file.endsWith('.svg') || /^image\/svg\+xml\b/.test(this.#types.get(url) ?? '');
      await (isPassive ? rename(temporary, kept) : rm(temporary));
      return isPassive;
    } catch (cause) {
      await rm(temporary, { force: true });
      const reason = cause instanceof Error ? cause.message : String(cause);
      const [asset, , name] = file.split('/');
      throw new Error(`The file ${name} of the asset ${asset} can't be copied into the website: ${reason}`, { cause });
    }
  }

  async #write(place: string, { url, digest }: AssetAddress): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const hash = createHash('sha256');
      const written = await open(place, 'w');
      try {
        await this.#http.stream({ url, headers: { accept: '*/*' } }, async (part) => {
          hash.update(part);
          await written.writeFile(part);
        });
        if (hash.digest('hex').startsWith(digest)) return;
        throw new Error(`${url} isn't what its address promises.`);
      } catch (error) {
        if (attempt === RETRIES || !hasCode(error, 'unreachable', 'rate_limited')) throw error;
      } finally {
        await written.close();
      }
      await this.#clock.sleep(FIRST_WAIT_MS * 2 ** attempt * (0.5 + this.#clock.random() / 2));
    }
  }
}

/** Removes what no build has used for long. */
async function removeOld(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const file = path.join(cache, name);
    const used = (await stat(file).catch(() => null))?.mtimeMs;
    if (used !== undefined && Date.now() - used > KEPT_MS) await rm(file, { force: true });
  }
}
