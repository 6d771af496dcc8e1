import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestHost } from '@stele/content/testing/host';
import type { DiskStorage } from '@stele/storage';
import { createLoaderWith } from '../../src/create-loader.ts';
import type { Loader } from '../../src/loader.ts';
import type { LoaderOptions } from '../../src/settings.ts';
import type { AnyCollections } from '../../src/types.ts';
import { FakeClock } from './fake-clock.ts';
import { type Gate, startGate } from './gate.ts';
import { PROJECT } from './snapshots.ts';

/** A token that no API knows; a mirror can belong to it. */
export const TOKEN = 'stl_pub_abcdefghijklmnopqrstuvwxyz012345CHKSUM';

/** The log of a loader. */
export interface Said {
  readonly info: string[];
  readonly warn: string[];
}

/** A content host with a gate before it, and a cache for loaders to share. */
export interface Site {
  readonly storage: DiskStorage;
  /** Folder of the storage. */
  readonly directory: string;
  readonly content: Gate;
  readonly cache: string;
  readonly said: Said;
  readonly clock: FakeClock;
  /** A loader of this site's snapshots, with the site's cache unless told otherwise. */
  loader(options?: LoaderOptions): Loader<AnyCollections>;
  close(): Promise<void>;
}

/** Starts a site. @param directory storage that's there already */
export async function startSite(directory?: string): Promise<Site> {
  const host = await startTestHost(directory === undefined ? {} : { directory });
  const content = await startGate(host.port);
  const cache = await mkdtemp(path.join(tmpdir(), 'stele-loader-test-'));
  const said: Said = { info: [], warn: [] };
  const clock = new FakeClock();
  return {
    storage: host.storage,
    directory: host.directory,
    content,
    cache,
    said,
    clock,
    loader: (options = {}) =>
      createLoaderWith(
        {
          contentUrl: content.url,
          projectId: PROJECT,
          cache,
          log: { info: (line) => said.info.push(line), warn: (line) => said.warn.push(line) },
          ...options,
        },
        clock,
      ),
    async close() {
      await content.stop().catch(() => undefined);
      await host.close();
      await rm(cache, { recursive: true, force: true });
    },
  };
}

/** Everything that an error shows, its causes included. */
export function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = [error.message, error.stack, JSON.stringify(error), ...Object.values(error).map(String)].join('\n');
  return `${own}\n${error.cause === undefined ? '' : everythingIn(error.cause)}`;
}

/** The error of a promise that rejects. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}
