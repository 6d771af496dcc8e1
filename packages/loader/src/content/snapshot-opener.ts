import { noteAnswer, noteOutage } from '../builds/outages.ts';
import { describeAge } from '../describe-age.ts';
import { hasCode, LoaderError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type PointerSources, type ResolvedPointer, resolvePointer } from '../pointer/resolve-pointer.ts';
import type { ContentHost } from '../remote/content-host.ts';
import { openSnapshot, type SnapshotAccess } from '../snapshot/open-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export interface SnapshotOpener {
  /** @throws LoaderError */
  open(): Promise<Snapshot>;
  /** Notes that all of a snapshot is in the cache and verified. */
  keepVerified(snapshot: Snapshot): Promise<void>;
}

export interface OpenerOptions extends Omit<SnapshotAccess, 'host'> {
  readonly hostAt: (contentUrl: string) => ContentHost;
}

/** Opens one given snapshot. */
export function pinnedOpener(snapshotId: string, contentUrl: string, options: OpenerOptions): SnapshotOpener {
  const { hostAt, ...access } = options;
  const wanted = { snapshotId, source: 'pinned', sequence: null, manifestSha256: null } as const;
  return {
    open: () => openSnapshot(wanted, { ...access, host: hostAt(contentUrl) }),
    keepVerified: () => Promise.resolve(),
  };
}

interface LiveOptions extends OpenerOptions, Omit<PointerSources, 'onSilence' | 'onCached'> {
  readonly log: Log;
  readonly apiUrl: string;
  readonly onBroken: 'throw' | 'last-verified';
}

/** Opens the live snapshot; when it's broken, and the user wants that, the last one that was verified. */
export class LiveOpener implements SnapshotOpener {
  readonly #options: LiveOptions;
  readonly #warned = new Set<string>();
  #saidNoMirror = false;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  async open(): Promise<Snapshot> {
    this.#warnOfNoMirror();
    const resolved = await resolvePointer({
      ...this.#options,
      onSilence: () =>
        this.#warnOnce(
          'silence',
          `THE API DOES NOT ANSWER: nothing came for ${this.#options.mirrorAfter} ms. The mirror on the content host is asked too.`,
        ),
      onCached: (message) => this.#warnOnce('cache', message),
    });
    if (resolved.source === 'api') this.#warned.clear();
    const snapshot = await this.#openResolved(resolved);
    this.#noteOutage(resolved, snapshot);
    return snapshot;
  }

  async #openResolved(resolved: ResolvedPointer): Promise<Snapshot> {
    if (this.#options.onBroken === 'throw') return this.#openAt(resolved);
    try {
      const snapshot = await this.#openAt(resolved);
      await snapshot.verify();
      await this.keepVerified(snapshot);
      return snapshot;
    } catch (error) {
      if (!isBroken(error)) throw error;
      return await this.#openVerified(error);
    }
  }

  async keepVerified({ manifest, sequence, contentUrl, source }: Snapshot): Promise<void> {
    const { records, clock } = this.#options;
    const snapshotId = manifest.snapshot_id;
    const seenAt = source === 'cache' ? await this.#keptSince(snapshotId) : clock.now();
    if (seenAt === null) return;
    const pointer = {
      snapshotId,
      publishedAt: manifest.published_at,
      sequence: sequence ?? manifest.sequence,
      manifestSha256: await records.manifestSha256(snapshotId),
      contentUrl,
    };
    await records.keepPointer('verified', pointer, seenAt);
  }

  /** When a source other than the cache last confirmed a snapshot: reading it from the cache makes it no younger. */
  async #keptSince(snapshotId: string): Promise<number | null> {
    const { records } = this.#options;
    const kept = [await records.pointer('verified'), await records.pointer('seen')];
    return kept.find((pointer) => pointer?.snapshotId === snapshotId)?.seenAt ?? null;
  }

  #noteOutage({ source }: ResolvedPointer, { manifest }: Snapshot): void {
    const { projectId, apiUrl, log } = this.#options;
    const { snapshot_id: snapshotId, published_at: publishedAt } = manifest;
    if (source === 'api') noteAnswer(this, projectId, snapshotId);
    else noteOutage(this, { projectId, apiUrl, snapshotId, publishedAt, source, log });
  }

  #openAt({ pointer, source }: ResolvedPointer): Promise<Snapshot> {
    const { hostAt, contentUrl, ...access } = this.#options;
    const { snapshotId, sequence, manifestSha256 } = pointer;
    const host = hostAt(contentUrl ?? pointer.contentUrl);
    return openSnapshot({ snapshotId, source, sequence, manifestSha256 }, { ...access, host });
  }

  /** @throws LoaderError the failure itself, when there's nothing to fall back to either */
  async #openVerified(failure: LoaderError): Promise<Snapshot> {
    const { records, maxAge, clock, log } = this.#options;
    const kept = await records.pointer('verified');
    if (!kept) throw failure;
    const age = Math.max(0, clock.now() - kept.seenAt);
    const what = `snapshot ${kept.snapshotId}, verified ${describeAge(age)} ago`;
    if (age > maxAge) {
      const message = `${failure.message} The last whole one is ${what}: that's older than maxAge (${describeAge(maxAge)}) allows.`;
      throw new LoaderError('cache_too_old', message, { url: failure.url, status: failure.status, cause: failure });
    }
    const snapshot = await this.#openAt({ pointer: kept, source: 'cache' })
      .then(async (opened) => {
        await opened.verify();
        return opened;
      })
      .catch((error: unknown) => {
        throw isBroken(error) ? failure : error;
      });
    log.warn(
      `THE LIVE SNAPSHOT IS BROKEN: ${failure.message} Building from the last whole one instead: ${what}. What was published since is missing.`,
    );
    return snapshot;
  }

  /** Once, until the API has answered again: others may check for changes every few seconds. */
  #warnOnce(kind: string, message: string): void {
    if (!this.#warned.has(kind)) this.#options.log.warn(message);
    this.#warned.add(kind);
  }

  #warnOfNoMirror(): void {
    if (this.#saidNoMirror || this.#options.contentUrl !== null) return;
    this.#saidNoMirror = true;
    this.#options.log.warn(
      'Without the option contentUrl (STELE_CONTENT_URL), a machine that never built before depends on the API.',
    );
  }
}

/** Whether a failure is about this content, so that another snapshot may be fine. */
function isBroken(error: unknown): error is LoaderError {
  return hasCode(
    error,
    'content_missing',
    'content_damaged',
    'content_marked',
    'bad_response',
    'unreachable',
    'refused',
    'forbidden',
    'unauthorized',
    'rate_limited',
  );
}
