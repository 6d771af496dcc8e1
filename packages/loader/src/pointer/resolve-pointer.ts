import { sha256 } from '@stele/snapshot';
import type { LoaderCache } from '../cache/cache.ts';
import type { CacheRecords, KeptPointer } from '../cache/records.ts';
import { hasAsMuch } from '../cache/snapshot-objects.ts';
import type { Clock } from '../clock.ts';
import { describeAge } from '../describe-age.ts';
import { hasCode, LoaderError } from '../errors.ts';
import type { Pointer } from '../format/pointer.ts';
import { madeOnce } from '../made-once.ts';
import type { Api } from '../remote/api.ts';
import type { ContentHost } from '../remote/content-host.ts';

/** Which source named the live snapshot. */
type PointerSource = 'api' | 'mirror' | 'cache';

export interface ResolvedPointer {
  readonly pointer: Pointer;
  readonly source: PointerSource;
}

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
  /** Milliseconds after which the mirror is asked besides an API that doesn't answer. */
  readonly mirrorAfter: number;
  /** Called then. */
  readonly onSilence: () => void;
  /** Hears why the cache has to do. */
  readonly onCached: (message: string) => void;
  readonly clock: Clock;
}

/**
 * Finds the live snapshot: from the API; while that's down, from the mirror on the content host or from the record of the
 * last answer, whichever is newer. If the cache has only a part of the recorded snapshot, the last verified one counts. While
 * an API is silent, the mirror is asked too; its answer counts if it comes first, and isn't older than the cache's.
 *
 * @throws LoaderError what the API answered, unless it's down, and then what the mirror answered, unless that's down too;
 * `unreachable` when no source has an answer; `cache_too_old`
 */
export async function resolvePointer(sources: PointerSources): Promise<ResolvedPointer> {
  const { records, clock, contentUrl } = sources;
  const mirrorUrl = contentUrl ?? (await records.pointer('seen'))?.contentUrl ?? null;
  const over = new AbortController();
  const mirror = madeOnce(() => askMirror(sources, mirrorUrl, over.signal));
  try {
    const resolved = await askApi(sources, mirrorUrl === null ? null : mirror, over.signal).catch((error: unknown) => {
      if (hasCode(error, 'unreachable')) return withoutApi(sources, mirror, error);
      throw error;
    });
    if (resolved.source !== 'cache') await records.keepPointer('seen', resolved.pointer, clock.now());
    return resolved;
  } finally {
    // A source that hasn't answered yet no longer keeps the process from ending.
    over.abort();
  }
}

/** The mirror's answer, or why there is none. */
type MirrorAnswer = { readonly pointer: Pointer } | { readonly reason: string };
type AskMirror = () => Promise<MirrorAnswer>;

/**
 * Asks the API, and the mirror too once that has been silent for a while. The first good answer counts.
 *
 * @param mirror null when there's none
 * @throws LoaderError what's wrong with the API, though not before it's sure
 */
async function askApi(
  { api, records, mirrorAfter, onSilence }: PointerSources,
  mirror: AskMirror | null,
  signal: AbortSignal,
): Promise<ResolvedPointer> {
  if (mirror === null) return { pointer: await api.pointer({ signal }), source: 'api' };
  return new Promise((resolve, reject) => {
    const askToo = async (): Promise<void> => {
      onSilence();
      const answer = await mirror();
      if (isGood(answer, await records.pointer('seen'))) resolve({ pointer: answer.pointer, source: 'mirror' });
    };
    // A failure of the mirror counts only if the API doesn't answer at all.
    const silence = { afterMs: mirrorAfter, report: () => void askToo().catch(() => undefined) };
    const asked = api.pointer({ signal, silence, retriesOfSilence: 1 });
    asked.then((pointer) => resolve({ pointer, source: 'api' }), reject);
  });
}

/** @throws LoaderError the mirror's answer, unless it's down; `unreachable` when no source has an answer; `cache_too_old` */
async function withoutApi(sources: PointerSources, mirror: AskMirror, outage: LoaderError): Promise<ResolvedPointer> {
  const answer = await mirror().catch((error: unknown) => {
    if (!(error instanceof LoaderError)) throw error;
    throw new LoaderError(error.code, `${outage.message} ${error.message} That's final.`, error);
  });
  // Other processes may have asked meanwhile.
  const kept = await sources.records.pointer('seen');
  if (isGood(answer, kept)) return { pointer: answer.pointer, source: 'mirror' };
  const isHostUp = 'pointer' in answer;
  const about = isHostUp ? 'The mirror on the content host is older.' : answer.reason;
  if (kept === null) throw unknownTo(outage, about);
  const whole = isHostUp ? null : await wholeInPlaceOf(sources, kept);
  return { pointer: fromCache(sources, { seen: kept, whole }, outage, about), source: 'cache' };
}

/** Whether it's a pointer, and not older than what the cache knows. */
function isGood(answer: MirrorAnswer, kept: Pointer | null): answer is { readonly pointer: Pointer } {
  return 'pointer' in answer && (kept === null || answer.pointer.sequence >= kept.sequence);
}

/** @throws LoaderError the mirror's answer, unless it's down: a revoked token has none */
async function askMirror(
  { hostAt, token }: PointerSources,
  url: string | null,
  signal: AbortSignal,
): Promise<MirrorAnswer> {
  if (url === null) {
    return { reason: 'Without the option contentUrl (STELE_CONTENT_URL), the mirror on the content host is unknown.' };
  }
  try {
    return { pointer: await hostAt(url).mirror(sha256(token), signal) };
  } catch (error) {
    if (hasCode(error, 'unreachable')) return { reason: error.message };
    throw error;
  }
}

function fromCache(
  { maxAge, clock, onCached }: PointerSources,
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
  onCached(`${outage.message} ${about} ${what}: building from that. What was published since is missing.`);
  return kept;
}

/** The last verified snapshot, if the cache has more of its files than of those of the one seen; else null. */
async function wholeInPlaceOf({ records, cache }: PointerSources, seen: KeptPointer): Promise<KeptPointer | null> {
  const verified = await records.pointer('verified');
  if (verified === null || verified.sequence >= seen.sequence) return null;
  const manifestOf = async ({ manifestSha256, snapshotId }: KeptPointer): Promise<string> =>
    manifestSha256 ?? (await records.manifestSha256(snapshotId)) ?? '';
  const [now, before] = [await manifestOf(seen), await manifestOf(verified)];
  return (await hasAsMuch(now, before, cache)) ? null : verified;
}

function unknownTo(outage: LoaderError, about: string): LoaderError {
  const { url, status, requestId } = outage;
  const message = `${outage.message} ${about} The cache knows no snapshot either.`;
  return new LoaderError('unreachable', message, { url, status, requestId, cause: outage });
}
