import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { usualFolder } from '../cache/open-cache.ts';
import { systemClock } from '../clock.ts';
import { hasCode } from '../errors.ts';
import { forEachBounded } from '../for-each-bounded.ts';
import { Http } from '../http/http.ts';
import { nodeFetch } from '../http/node-fetch.ts';
import type { Log } from '../log.ts';
import { Secrets } from '../secrets.ts';
import { type AssetAddress, addressesIn, replaceAddresses, websiteTexts } from './website-texts.ts';

const AT_ONCE = 4;
const RETRIES = 3;
const KEPT_MS = 30 * 86_400_000;
/** The folder in the website that gets the files. */
const FOLDER = '_stele';
/** What stands before an address that's read outside of the page. */
const FOR_OTHERS = /content=["']?$/;

/** A built website that gets copies of what it shows. */
export interface CopyTarget {
  readonly folder: string;
  /** The path at which it's served; `/` unless given. */
  readonly base?: string | undefined;
  /** Its address. Feeds and the previews of other sites need whole addresses. */
  readonly site?: string | undefined;
  /** Whether each new address is as long as the old one: pages of Next.js say how long their parts are. */
  readonly keepsLength?: boolean;
  /** Where fetched files are kept for the next build. */
  readonly cache?: string;
}

/**
 * Copies the files of assets that a built website names into it, and lets its pages show those. Files that an earlier build
 * fetched aren't fetched again: their addresses change with their bytes.
 *
 * @throws Error that names the file, when one can't be fetched; then the website stays as it was
 */
export async function copyAssets(target: CopyTarget, log: Log): Promise<void> {
  const { folder, site, cache = path.join(usualFolder(), 'files') } = target;
  const base = `/${(target.base ?? '').replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
  const files = new Map<string, AssetAddress>();
  for await (const { text } of websiteTexts(folder)) {
    for (const address of addressesIn(text)) files.set(address.url, address);
  }
  if (files.size === 0) return;
  await mkdir(cache, { recursive: true });
  const http = httpFor(log);
  let fetched = 0;
  await forEachBounded([...files.values()], AT_ONCE, async (address) => {
    const kept = path.join(cache, address.digest + path.extname(address.file));
    if (!(await stat(kept).catch(() => null))) {
      await fetchTo(kept, address, http);
      fetched += 1;
    }
    await utimes(kept, new Date(), new Date());
    const place = path.join(folder, placeOf(address, base, target), address.file);
    await mkdir(path.dirname(place), { recursive: true });
    await copyFile(kept, place);
  });
  for await (const { name, text } of websiteTexts(folder)) {
    const changed = replaceAddresses(text, (address, before) => {
      const own = `${base}${placeOf(address, base, target)}/${address.file}`;
      const isForOthers = name.endsWith('.xml') || FOR_OTHERS.test(before);
      return isForOthers && site ? new URL(own, site).href : own;
    });
    if (changed !== text) await writeFile(path.join(folder, name), changed);
  }
  await removeOld(cache);
  log.info(`${files.size} files copied into ${path.join(folder, FOLDER)}, ${fetched} of them fetched`);
}

/** The folder that gets the files of a project. @throws Error when the path of the website is too long to keep the length */
function placeOf({ media }: AssetAddress, base: string, { keepsLength }: CopyTarget): string {
  if (!keepsLength) return FOLDER;
  const length = media.length - base.length - 1;
  if (length < FOLDER.length) throw new Error(`Assets can't be copied: the path ${base} is longer than ${media}.`);
  return FOLDER.padEnd(length, '_');
}

/** @throws Error */
async function fetchTo(kept: string, { url, file, digest }: AssetAddress, http: Http): Promise<void> {
  const temporary = `${kept}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    for (let attempt = 0; ; attempt++) {
      const hash = createHash('sha256');
      const written = await open(temporary, 'w');
      try {
        await http.stream({ url, headers: { accept: '*/*' } }, async (part) => {
          hash.update(part);
          await written.writeFile(part);
        });
        if (!hash.digest('hex').startsWith(digest)) throw new Error(`${url} isn't what its address promises.`);
        break;
      } catch (error) {
        if (attempt === RETRIES || !hasCode(error, 'unreachable')) throw error;
      } finally {
        await written.close();
      }
    }
    await rename(temporary, kept);
  } catch (cause) {
    await rm(temporary, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    const [asset, , name] = file.split('/');
    throw new Error(`The file ${name} of the asset ${asset} can't be copied into the website: ${reason}`, { cause });
  }
}

function httpFor(log: Log): Http {
  const options = { fetch: nodeFetch, clock: systemClock, secrets: new Secrets(null), log };
  return new Http({ ...options, concurrency: AT_ONCE, timeout: 10_000, retries: RETRIES });
}

/** Removes what no build has used for long. */
async function removeOld(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const file = path.join(cache, name);
    const used = (await stat(file).catch(() => null))?.mtimeMs;
    if (used !== undefined && Date.now() - used > KEPT_MS) await rm(file, { force: true });
  }
}
