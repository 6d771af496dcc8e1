import { sha256 } from '@stele/snapshot';
import type { CacheRecords, KeptPointer } from '../cache/records.ts';
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
 * it was last asked, whichever is newer.
 *
 * @throws LoaderError what the API answered, unless it's down; `unreachable` when nobody knows; `cache_too_old`
 */
export async function resolvePointer(sources: PointerSources): Promise<ResolvedPointer> {
  const { api, records, clock } = sources;
  let outage: LoaderError;
  try {
    const pointer = await api.pointer();
    await records.keepPointer('seen', pointer, clock.now());
    return { pointer, source: 'api' };
  } catch (error) {
    if (!hasCode(error, 'unreachable')) throw error;
    outage = error;
  }
  const kept = await records.pointer('seen');
  const mirror = await readMirror(sources, kept);
  if ('pointer' in mirror && (kept === null || mirror.pointer.sequence >= kept.sequence)) {
    const { pointer } = mirror;
    await records.keepPointer('seen', pointer, clock.now());
    return { pointer, source: 'mirror' };
  }
  const about = 'pointer' in mirror ? 'The mirror on the content host is older.' : mirror.reason;
  if (kept === null) throw nobodyKnows(outage, about);
  return { pointer: fromCache(sources, kept, outage, about), source: 'cache' };
}

/** Why there's no pointer from the mirror. */
interface NoMirror {
  readonly reason: string;
}

async function readMirror(
  { contentUrl, hostAt, token }: PointerSources,
  kept: KeptPointer | null,
): Promise<{ readonly pointer: Pointer } | NoMirror> {
  const url = contentUrl ?? kept?.contentUrl;
  if (url === undefined) {
    return { reason: 'Without the option contentUrl (STELE_CONTENT_URL), the mirror on the content host is unknown.' };
  }
  try {
    return { pointer: await hostAt(url).mirror(sha256(token)) };
  } catch (error) {
    if (error instanceof LoaderError && error.code !== 'unsupported_format') return { reason: error.message };
    throw error;
  }
}

function fromCache(
  { maxAge, clock, log }: PointerSources,
  kept: KeptPointer,
  outage: LoaderError,
  about: string,
): Pointer {
  const age = Math.max(0, clock.now() - kept.seenAt);
  const seen = `Snapshot ${kept.snapshotId} was live ${describeAge(age)} ago, as the cache knows`;
  if (age > maxAge) {
    const message = `${outage.message} ${about} ${seen}: that's older than maxAge (${describeAge(maxAge)}) allows.`;
    throw new LoaderError('cache_too_old', message, { url: outage.url, status: outage.status, cause: outage });
  }
  log.warn(`${outage.message} ${about} ${seen}: building from that. What was published since is missing.`);
  return kept;
}

function nobodyKnows(outage: LoaderError, about: string): LoaderError {
  const { url, status, requestId } = outage;
  const message = `${outage.message} ${about} The cache knows no snapshot either, so there is nothing to build from.`;
  return new LoaderError('unreachable', message, { url, status, requestId, cause: outage });
}
