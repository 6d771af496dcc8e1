import {
  MANIFEST_FORMAT,
  POINTER_MIRRORS_PREFIX,
  type PointerMirror,
  pointerMirrorKey,
  pointerMirrorName,
  snapshotPrefix,
} from '@stele/snapshot';
import { type ObjectStorage, PreconditionFailedError } from '@stele/storage';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/open-database.ts';
import {
  confirmMirrors,
  findMirroredHashes,
  findProjectsToMirror,
  findRetiredMirrors,
  forgetMirrors,
  forgetRetiredMirror,
  loadMirrorTargets,
  type MirrorTarget,
} from './pointer-mirrors.store.ts';

const WRITES_AT_ONCE = 16;
const WAIT_MS = 2_000;
const MAX_RACES = 5;
const REMEMBERED = 10_000;

/** A mirror as it is in storage. */
interface StoredMirror {
  readonly etag: string;
  readonly sequence: number;
}

/**
 * Keeps a copy of the live pointer on the content host for each live token, so that builds find the live snapshot while API and
 * database are down. The database has the sequence in each mirror. Outdated mirrors are updated at start and by a job every few
 * seconds; mirrors that storage has lost are restored at start.
 */
export class PointerMirrors {
  readonly #database: Database;
  readonly #storage: ObjectStorage;
  readonly #log: Logger;
  readonly #limit = pLimit(WRITES_AT_ONCE);
  /** Key → what this process wrote there last, so that it needn't be read again unless another process has written it. */
  readonly #written = new LRUCache<string, StoredMirror>({ max: REMEMBERED });
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #notes = new Set<Promise<void>>();
  #checking: Promise<void> = Promise.resolve();

  constructor(options: { database: Database; storage: ObjectStorage; log: Logger }) {
    this.#database = options.database;
    this.#storage = options.storage;
    this.#log = options.log;
  }

  /** Updates outdated mirrors, and restores those that storage has lost. */
  async start(): Promise<void> {
    await this.reconcile();
    this.#checking = this.restoreLost();
  }

  async stop(): Promise<void> {
    await this.#checking;
    await Promise.all([...this.#running.values()].map((run) => run.done));
    await Promise.all(this.#notes);
  }

  /**
   * Updates the mirrors of a project. Waits at most two seconds: longer work goes on in the background, and failed work is
   * repeated by the job.
   */
  async update(projectId: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS);
    });
    await Promise.race([this.#run(projectId), timeout]);
    clearTimeout(timer);
  }

  /**
   * Removes the mirror of a secret that is about to end. If the secret stays valid after all, its mirror is written again.
   *
   * @throws errors of the storage
   */
  async takeDown(secretHash: string): Promise<void> {
    await forgetMirrors(this.#database.pool, [secretHash]);
    await this.#storage.delete([pointerMirrorKey(pointerMirrorName(secretHash))]);
  }

  /**
   * Removes the mirror of a secret that has ended. Its hash is in `retired_mirrors`, so a failed removal is repeated.
   *
   * @throws errors of the storage; then the mirror is removed later
   */
  async retire(secretHash: string): Promise<void> {
    await this.#storage.delete([pointerMirrorKey(pointerMirrorName(secretHash))]);
    await forgetRetiredMirror(this.#database.pool, secretHash);
  }

  /** Updates all outdated mirrors, and removes those of tokens that are no longer live. Errors are logged. */
  async reconcile(): Promise<void> {
    try {
      for (const projectId of await findProjectsToMirror(this.#database.pool)) await this.#run(projectId);
      for (const hash of await findRetiredMirrors(this.#database.pool)) await this.retire(hash);
    } catch (err) {
      this.#log.warn({ err }, 'pointer mirrors are behind; trying again later');
    }
  }

  /** Writes mirrors again that storage has lost, although the database says that they're up to date. Errors are logged. */
  async restoreLost(): Promise<void> {
    const { pool } = this.#database;
    try {
      const hashes = await findMirroredHashes(pool);
      if (hashes.length === 0) return;
      const stored = new Set<string>();
      for await (const { key } of this.#storage.list(POINTER_MIRRORS_PREFIX)) stored.add(key);
      const lost = hashes.filter((hash) => !stored.has(pointerMirrorKey(pointerMirrorName(hash))));
      if (lost.length === 0) return;
      this.#log.warn({ count: lost.length }, 'pointer mirrors are missing from storage; writing them again');
      await forgetMirrors(pool, lost);
      await this.reconcile();
    } catch (err) {
      this.#log.warn({ err }, 'could not check the pointer mirrors in storage');
    }
  }

  /** Runs once at a time for each project. A run that is requested meanwhile starts afterwards, with the newest state. */
  #run(projectId: string): Promise<void> {
    const running = this.#running.get(projectId);
    if (running) {
      running.again = true;
      return running.done;
    }
    const run = { again: false, done: Promise.resolve() };
    run.done = (async () => {
      do {
        run.again = false;
        await this.#mirrorAll(projectId).catch((err: unknown) => {
          this.#log.warn({ err, projectId }, 'could not write pointer mirrors; trying again later');
        });
      } while (run.again);
      this.#running.delete(projectId);
    })();
    this.#running.set(projectId, run);
    return run.done;
  }

  async #mirrorAll(projectId: string): Promise<void> {
    const targets = await loadMirrorTargets(this.#database.pool, projectId);
    const [first] = targets;
    if (!first) return;
    await Promise.all(targets.map((target) => this.#limit(() => this.#write(target))));
    const noted = this.#confirm(projectId, targets, first.sequence);
    this.#notes.add(noted);
    void noted.then(() => this.#notes.delete(noted));
  }

  /** Records the written mirrors, and removes those whose tokens ended meanwhile. Publishing doesn't wait for this. */
  async #confirm(projectId: string, targets: readonly MirrorTarget[], sequence: number): Promise<void> {
    try {
      const hashes = targets.map((target) => target.secretHash);
      for (const ended of await confirmMirrors(this.#database.pool, hashes, sequence)) await this.retire(ended);
    } catch (err) {
      this.#log.warn({ err, projectId }, 'could not note which pointer mirrors are up to date; trying again later');
    }
  }

  /** Writes a mirror unless the stored one is newer. */
  async #write(target: MirrorTarget): Promise<void> {
    const key = pointerMirrorKey(pointerMirrorName(target.secretHash));
    const body = new TextEncoder().encode(JSON.stringify(toMirror(target)));
    const options = { contentType: 'application/json', cacheControl: 'no-store' };
    for (let race = 0; race < MAX_RACES; race++) {
      const existing = this.#written.get(key) ?? (await this.#read(key));
      this.#written.delete(key);
      if (existing && existing.sequence > target.sequence) return;
      try {
        const condition = existing ? { ifMatch: existing.etag } : { ifNoneMatch: '*' as const };
        const { etag } = await this.#storage.put(key, body, { ...options, ...condition });
        this.#written.set(key, { etag, sequence: target.sequence });
        return;
      } catch (error) {
        if (!(error instanceof PreconditionFailedError)) throw error;
      }
    }
    throw new Error(`The pointer mirror ${key} kept changing while it was written.`);
  }

  async #read(key: string): Promise<StoredMirror | null> {
    const found = await this.#storage.get(key);
    return found && { etag: found.info.etag, sequence: sequenceOf(found.body) };
  }
}

function toMirror(target: MirrorTarget): PointerMirror {
  return {
    project_id: target.projectId,
    snapshot_id: target.snapshotId,
    published_at: target.publishedAt.toISOString(),
    content_base_path: snapshotPrefix(target.projectId, target.snapshotId),
    manifest: { manifest_format: MANIFEST_FORMAT, sha256: target.manifestHash },
    sequence: target.sequence,
    expires_at: target.expiresAt?.toISOString() ?? null,
  };
}

/** The sequence in a mirror; -1 when it can't be read, so that it's replaced. */
function sequenceOf(body: Uint8Array): number {
  try {
    const { sequence } = JSON.parse(new TextDecoder().decode(body)) as Partial<PointerMirror>;
    return typeof sequence === 'number' ? sequence : -1;
  } catch {
    return -1;
  }
}
