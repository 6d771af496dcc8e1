import { sha256 } from '@stele/snapshot';
import type { LoaderCache } from '../cache/cache.ts';
import type { CacheRecords, KeptPointer } from '../cache/records.ts';
import { hasAsMuch } from '../cache/snapshot-objects.ts';
import type { Clock } from '../clock.ts';
import { describeAge } from '../describe-age.ts';
import { hasCode, LoaderError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Api } from '../remote/api.ts';
import type { ContentHost } from '../remote/content-host.ts';
import type { Pointer } from './pointer.ts';

/** Who told what is live. */
export type PointerSource = 'api' | 'mirror' | 'cache';

/** What is live, and who told so. */
export interface ResolvedPointer {
  readonly pointer: Pointer;
  readonly source: PointerSource;
}

/** Whom to ask. */
export interface PointerSources {
  readonly api: Api;
  readonly cache: LoaderCache;
  readonly records: CacheRecords;
  readonly token: string;
  /** The content host's address, as the user gives it. */
  readonly contentUrl: string | null;
  readonly hostAt: (contentUrl: string) => ContentHost;
  /** Milliseconds after which what the cache holds is too old. */
  readonly maxAge: number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Finds out what is live: from the API; while that's down, from the mirror on the content host or from what was live when
 * it was last asked, whichever is newer. When of that the cache has only a part, the last snapshot that was verified counts.
 *
 * @throws LoaderError what the API answered, unless it's down, and then what the mirror answered, unless that's down too;
 * `unreachable` when nobody knows; `cache_too_old`
 */
export async function resolvePointer(sources: PointerSources): Promise<ResolvedPointer> {
  const { api, records, clock, contentUrl } = sources;
  const mirrorUrl = contentUrl ?? (await records.pointer('seen'))?.contentUrl ?? null;
  let outage: LoaderError;
  try {
    const pointer = await api.pointer({ isPatient: mirrorUrl === null });
    await records.keepPointer('seen', pointer, clock.now());
    return { pointer, source: 'api' };
  } catch (error) {
    if (!hasCode(error, 'unreachable')) throw error;
    outage = error;
  }
  const mirror = await readMirror(sources, mirrorUrl, outage);
  // Other processes may have asked meanwhile.
  const kept = await records.pointer('seen');
  if ('pointer' in mirror && (kept === null || mirror.pointer.sequence >= kept.sequence)) {
    const { pointer } = mirror;
    await records.keepPointer('seen', pointer, clock.now());
    return { pointer, source: 'mirror' };
  }
  const isHostUp = 'pointer' in mirror;
  const about = isHostUp ? 'The mirror on the content host is older.' : mirror.reason;
  if (kept === null) throw nobodyKnows(outage, about);
  const whole = isHostUp ? null : await wholeInPlaceOf(sources, kept);
  return { pointer: fromCache(sources, { seen: kept, whole }, outage, about), source: 'cache' };
}

/** Why there's no pointer from the mirror. */
interface NoMirror {
  readonly reason: string;
}

/** @throws LoaderError what the mirror answered, unless it's down: a token that was revoked has none */
async function readMirror(
  { hostAt, token }: PointerSources,
  url: string | null,
  outage: LoaderError,
): Promise<{ readonly pointer: Pointer } | NoMirror> {
  if (url === null) {
    return { reason: 'Without the option contentUrl (STELE_CONTENT_URL), the mirror on the content host is unknown.' };
  }
  try {
    return { pointer: await hostAt(url).mirror(sha256(token)) };
  } catch (error) {
    if (!(error instanceof LoaderError)) throw error;
    if (error.code === 'unreachable') return { reason: error.message };
    const message = `${outage.message} ${error.message} That's final.`;
    throw new LoaderError(error.code, message, error);
  }
}

function fromCache(
  { maxAge, clock, log }: PointerSources,
  { seen, whole }: { readonly seen: KeptPointer; readonly whole: KeptPointer | null },
  outage: LoaderError,
  about: string,
): Pointer {
  const ageOf = ({ seenAt }: KeptPointer): number => Math.max(0, clock.now() - seenAt);
  const kept = whole ?? seen;
  const wasSeen = `Snapshot ${seen.snapshotId} was live ${describeAge(ageOf(seen))} ago, as the cache knows`;
  const what = whole
    ? `${wasSeen}, but only a part of it is there; snapshot ${whole.snapshotId} was verified ${describeAge(ageOf(whole))} ago`
    : wasSeen;
  if (ageOf(kept) > maxAge) {
    const message = `${outage.message} ${about} ${what}: that's older than maxAge (${describeAge(maxAge)}) allows.`;
    throw new LoaderError('cache_too_old', message, { url: outage.url, status: outage.status, cause: outage });
  }
  log.warn(`${outage.message} ${about} ${what}: building from that. What was published since is missing.`);
  return kept;
}

/** The last snapshot that was verified, when of its files the cache has more than of those of the one seen; else null. */
async function wholeInPlaceOf({ records, cache }: PointerSources, seen: KeptPointer): Promise<KeptPointer | null> {
  const verified = await records.pointer('verified');
  if (verified === null || verified.sequence >= seen.sequence) return null;
  const manifestOf = async ({ manifestSha256, snapshotId }: KeptPointer): Promise<string> =>
    manifestSha256 ?? (await records.manifestSha256(snapshotId)) ?? '';
  const [now, before] = [await manifestOf(seen), await manifestOf(verified)];
  return (await hasAsMuch(now, before, cache)) ? null : verified;
}

function nobodyKnows(outage: LoaderError, about: string): LoaderError {
  const { url, status, requestId } = outage;
  const message = `${outage.message} ${about} The cache knows no snapshot either.`;
  return new LoaderError('unreachable', message, { url, status, requestId, cause: outage });
}
