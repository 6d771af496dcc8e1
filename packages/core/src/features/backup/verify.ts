import { chunkKey, indexKey, manifestKey, readChunk, readPage, readRoot, sha256 } from '@stele/snapshot';
import { DamagedObjectError, type ObjectStorage } from '@stele/storage';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { readOneMoment } from './dump.store.ts';
import { inOrder } from './in-order.ts';
import type { ReportProgress } from './manifest.ts';
import { digestInKey, storedObjects } from './objects.ts';
import { digestOfStream } from './vault.ts';
import {
  type CheckedProject,
  countLive,
  findBrokenRules,
  findWrongUniqueValues,
  loadCheckedProjects,
  loadFileKeys,
  loadKeptSnapshots,
  loadLiveTexts,
  type SnapshotToCheck,
} from './verify.store.ts';

const AT_ONCE = 24;
const SHOWN = 5;

/** The extent of a check, and a sentence for each fault. */
export interface Verification {
  readonly projects: number;
  readonly objects: number;
  readonly faults: readonly string[];
}

/**
 * Checks that an instance is whole: rows agree with each other, every object that a row needs is in storage and matches its
 * digest, and what is live is exactly what the ledger says. Changes nothing; reads one moment of the database.
 */
export async function verifyInstance(
  { database, storage }: { readonly database: Pick<Database, 'pool'>; readonly storage: ObjectStorage },
  report: ReportProgress,
): Promise<Verification> {
  return inTransaction(database.pool, async (client) => {
    await readOneMoment(client);
    const faults = await findBrokenRules(client);
    const projects = await loadCheckedProjects(client);
    let objects = 0;
    for (const project of projects) {
      const check = new ProjectCheck(client, storage, project);
      for (const snapshot of await loadKeptSnapshots(client, project.id)) await check.snapshot(snapshot);
      for (const key of await loadFileKeys(client, project.id)) check.need(key);
      await check.objects(() => report({ step: 'objects', done: ++objects }));
      const wrong = await findWrongUniqueValues(client, project);
      if (wrong.length > 0) check.fault(`unique values differ from entries: ${wrong.slice(0, SHOWN).join(', ')}`);
      faults.push(...check.faults);
    }
    return { projects: projects.length, objects, faults };
  });
}

/** The check of one project's files. */
class ProjectCheck {
  readonly faults: string[] = [];
  readonly #client: PoolClient;
  readonly #storage: ObjectStorage;
  readonly #project: CheckedProject;
  /** Keys of objects that must be there, each with the digest that isn't part of it. */
  readonly #needed = new Map<string, string | null>();
  readonly #readIndexes = new Set<string>();

  constructor(client: PoolClient, storage: ObjectStorage, project: CheckedProject) {
    this.#client = client;
    this.#storage = storage;
    this.#project = project;
  }

  fault(what: string): void {
    this.faults.push(`project ${this.#project.id}: ${what}`);
  }

  need(key: string): void {
    if (!this.#needed.has(key)) this.#needed.set(key, null);
  }

  /** Follows a snapshot from its manifest to its chunks; of the live one it compares their entries with the ledger. */
  async snapshot({ id, manifestHash, files }: SnapshotToCheck): Promise<void> {
    const { id: projectId, liveSnapshotId, restoring } = this.#project;
    this.#needed.set(manifestKey(projectId, id), manifestHash);
    const isLive = id === liveSnapshotId && !restoring;
    let entries = 0;
    for (const { index, collection, locale } of files) {
      if (!isLive && this.#readIndexes.has(index)) continue;
      this.#readIndexes.add(index);
      try {
        for await (const chunk of this.#chunks(index)) {
          this.need(chunkKey(projectId, chunk));
          if (isLive) entries += await this.#compare(chunk, collection, locale);
        }
      } catch (error) {
        this.fault(`snapshot ${id}, ${collection}.${locale}: ${(error as Error).message}`);
      }
    }
    if (!isLive) return;
    const live = await countLive(this.#client, projectId);
    if (live !== entries) this.fault(`the live snapshot has ${entries} entries, the ledger ${live}`);
  }

  /** Reads every object of the project. @param report is told of each */
  async objects(report: () => void): Promise<void> {
    const { id } = this.#project;
    const check = async ({ key }: { readonly key: string }): Promise<string> => {
      const found = await this.#storage.stream(key).catch((error: unknown) => {
        if (!(error instanceof DamagedObjectError)) throw error;
        this.fault(`the object ${key} is damaged`);
        return null;
      });
      const expected = this.#needed.get(key) ?? digestInKey(key);
      if (found !== null && expected !== null && !(await digestOfStream(found.body)).startsWith(expected)) {
        this.fault(`the object ${key} doesn't match its digest`);
      } else found?.body.destroy();
      report();
      return key;
    };
    for await (const key of inOrder(storedObjects(this.#storage, `${id}/`), AT_ONCE, check)) this.#needed.delete(key);
    for (const key of this.#needed.keys()) this.fault(`the object ${key} is missing`);
  }

  async *#chunks(index: string): AsyncGenerator<string> {
    for (const page of readRoot(index, await this.#index(index)).pages) {
      for (const { sha256: chunk } of readPage(page.sha256, await this.#index(page.sha256)).chunks) yield chunk;
    }
  }

  async #index(digest: string): Promise<Uint8Array> {
    const key = indexKey(this.#project.id, digest);
    this.need(key);
    return this.#read(key);
  }

  async #read(key: string): Promise<Uint8Array> {
    const found = await this.#storage.get(key);
    if (found === null) throw new Error(`the object ${key} is missing`);
    return found.body;
  }

  /** @returns how many entries the chunk has */
  async #compare(digest: string, collection: string, locale: string): Promise<number> {
    const { id: projectId } = this.#project;
    const body = await this.#read(chunkKey(projectId, digest));
    const ids = readChunk(digest, body).map((entry) => entry.id);
    const texts = await loadLiveTexts(this.#client, { projectId, collection, locale, ids });
    const expected = `[${ids.map((id) => texts.get(id)).join(',')}]`;
    if (sha256(Buffer.from(expected)) !== digest) {
      this.fault(`${collection}.${locale}: the chunk ${digest} differs from the ledger`);
    }
    return ids.length;
  }
}
