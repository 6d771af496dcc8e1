import {
  type LiveFile,
  liveFileKey,
  makeLiveFile,
  POINTER_MIRRORS_PREFIX,
  pointerMirrorKey,
  pointerMirrorName,
} from '@stele/snapshot';
import { DamagedObjectError, type ObjectStorage, SequencedFiles } from '@stele/storage';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/open-database.ts';
import {
  confirmLiveFile,
  confirmMirrors,
  findMirroredHashes,
  findMirroredProjects,
  findProjectsToMirror,
  findRetiredMirrors,
  forgetLiveFiles,
  forgetMirrors,
  forgetRetiredMirror,
  loadMirrorTargets,
} from './pointer-mirrors.store.ts';

const WRITES_AT_ONCE = 16;
const WAIT_MS = 2_000;

/** The pointer of a project, and the name of the file in storage that has it. */
export interface Live {
  readonly name: string;
  readonly file: LiveFile;
}

/**
 * Keeps a copy of the live pointer on the content host for each project, so that builds find the live snapshot while API and
 * database are down. Each live token has a mirror that leads to it, and that is a copy itself, which may be behind. The database
 * has the sequence in each. Outdated ones are updated at start and by a job every few seconds; those that storage has lost are
 * restored at start.
 */
export class PointerMirrors {
  readonly #database: Database;
  readonly #storage: ObjectStorage;
  readonly #log: Logger;
  readonly #limit = pLimit(WRITES_AT_ONCE);
  readonly #files: SequencedFiles;
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #background = new Set<Promise<void>>();
  #checking: Promise<void> = Promise.resolve();

  constructor(options: { database: Database; storage: ObjectStorage; log: Logger }) {
    this.#database = options.database;
    this.#storage = options.storage;
    this.#files = new SequencedFiles(options.storage, { cacheControl: 'no-store' });
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
    while (this.#background.size > 0) await Promise.all(this.#background);
  }

  /**
   * Updates the live file of a project. Waits at most two seconds: longer work goes on in the background, and failed work is
   * repeated by the job.
   *
   * @param live the pointer to what just went live; null to look it up, and to write the outdated mirrors of tokens, too
   */
  async update(projectId: string, live: Live | null = null): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS);
    });
    await Promise.race([live ? this.#track(this.#follow(live)) : this.#run(projectId), timeout]);
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

  /**
   * Writes mirrors again that storage has lost, and live files that are damaged, although the database says that they're up to date.
   * Errors are logged.
   */
  async restoreLost(): Promise<void> {
    const { pool } = this.#database;
    try {
      const projects = await findMirroredProjects(pool);
      const isThere = ({ id, name }: (typeof projects)[number]) => this.#isThere(id, liveFileKey(id, name));
      const files = await Promise.all(projects.map((project) => this.#limit(() => isThere(project))));
      const without = projects.filter((_, index) => !files[index]).map(({ id }) => id);
      const hashes = await findMirroredHashes(pool);
      const stored = new Set<string>();
      for await (const { key } of this.#storage.list(POINTER_MIRRORS_PREFIX)) stored.add(key);
      const lost = hashes.filter((hash) => !stored.has(pointerMirrorKey(pointerMirrorName(hash))));
      if (lost.length + without.length === 0) return;
      this.#log.warn(
        { count: lost.length + without.length },
        'pointer mirrors are missing from storage; writing them again',
      );
      await forgetLiveFiles(pool, without);
      await forgetMirrors(pool, lost);
      await this.reconcile();
    } catch (err) {
      this.#log.warn({ err }, 'could not check the pointer mirrors in storage');
    }
  }

  /** Whether a live file is whole; true if that isn't known, so that one project stops no other. */
  async #isThere(projectId: string, key: string): Promise<boolean> {
    try {
      return (await this.#storage.head(key)) !== null;
    } catch (err) {
      this.#log.warn({ err, projectId }, 'could not check a live file in storage');
      return !(err instanceof DamagedObjectError);
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
        await this.#mirrorAll(projectId).catch((err: unknown) => this.#isBehind(projectId, err));
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
    const file = makeLiveFile(first);
    await this.#follow({ name: first.liveName, file });
    const tokens = targets.flatMap(({ secretHash, expiresAt }) => (secretHash ? [{ secretHash, expiresAt }] : []));
    const writes = tokens.map(({ secretHash, expiresAt }) => {
      const mirror = { ...file, expires_at: expiresAt?.toISOString() ?? null, live: first.liveName };
      return this.#limit(() => this.#files.write(pointerMirrorKey(pointerMirrorName(secretHash)), mirror));
    });
    await Promise.all(writes);
    const hashes = tokens.map(({ secretHash }) => secretHash);
    this.#note(projectId, async () => {
      for (const ended of await confirmMirrors(this.#database.pool, hashes, first.sequence)) await this.retire(ended);
    });
  }

  /** Writes the live file. Errors are logged. */
  async #follow({ name, file }: Live): Promise<void> {
    const { project_id: projectId, sequence } = file;
    try {
      await this.#files.write(liveFileKey(projectId, name), file);
      this.#note(projectId, () => confirmLiveFile(this.#database.pool, projectId, sequence));
    } catch (err) {
      this.#isBehind(projectId, err);
    }
  }

  #isBehind(projectId: string, err: unknown): void {
    this.#log.warn({ err, projectId }, 'could not write pointer mirrors; trying again later');
  }

  /** Records what was written, and removes mirrors whose tokens ended meanwhile. Publishing doesn't wait for this. */
  #note(projectId: string, work: () => Promise<void>): void {
    const noted = work().catch((err: unknown) => {
      this.#log.warn({ err, projectId }, 'could not note which pointer mirrors are up to date; trying again later');
    });
    void this.#track(noted);
  }

  /** Has `stop` wait for work that never rejects. */
  #track(work: Promise<void>): Promise<void> {
    this.#background.add(work);
    void work.then(() => this.#background.delete(work));
    return work;
  }
}
