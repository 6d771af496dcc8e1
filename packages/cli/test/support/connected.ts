import type { MediaApp } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestProject } from '@stele/core/testing/test-app';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { makeWorkplace, type Run, type Workplace } from './stele.ts';

/** Fields of collections as a config writes them, by key: `{ posts: 'title: s.text()' }`. */
type Collections = Readonly<Record<string, string>>;

/** A project, and a folder whose runs are connected to it. Each test has its own. */
export interface Connected {
  readonly app: MediaApp;
  readonly project: TestProject;
  readonly place: Workplace;
  /** Path of the project's entries in the API. */
  readonly entries: string;
  stele(...args: string[]): Promise<Run>;
  /** Writes a config. @returns the config's path */
  config(collections: Collections, file?: string): Promise<string>;
  /** Writes a config and pushes it. */
  push(collections: Collections, ...options: string[]): Promise<void>;
  /** Makes an entry of these values by locale and publishes it. @returns the entry's id */
  publish(collection: string, values: Readonly<Record<string, object>>): Promise<string>;
}

/** Makes a project and a connected folder before each test of a file, and removes the folder after it. */
export function eachConnected(options?: Parameters<TestApp['project']>[0]): Connected {
  let app: MediaApp;
  let project: TestProject;
  let place: Workplace;
  beforeAll(async () => {
    app = await sharedApp();
  });
  beforeEach(async () => {
    project = await app.project(options);
    place = await makeWorkplace(() => ({ STELE_URL: app.url, STELE_TOKEN: project.tokens.admin }));
  });
  afterEach(() => place.remove());
  const connected: Connected = {
    get app() {
      return app;
    },
    get project() {
      return project;
    },
    get place() {
      return place;
    },
    get entries() {
      return `/projects/${project.id}/entries`;
    },
    stele: (...args) => place.run(args),
    config: (collections, file = 'stele.config.ts') => place.write(file, configOf(collections)),
    async push(collections, ...args) {
      await connected.config(collections);
      expect(said(await connected.stele('push', '--yes', ...args))).toEqual([0, '']);
    },
    async publish(collection, values) {
      const { body } = await project.api.post(connected.entries, { collection_key: collection, values });
      const locales = Object.keys(values);
      expect((await project.api.post(`${connected.entries}/${body.id}/publish`, { locales })).status).toBe(200);
      return body.id;
    },
  };
  return connected;
}

/** The exit code of a run, and its messages besides the result. */
export const said = ({ code, stderr }: Run): [number, string] => [code, stderr];

function configOf(collections: Collections): string {
  const made = Object.entries(collections).map(
    ([key, fields]) => `s.collection({ key: '${key}', fields: { ${fields} } })`,
  );
  return `import * as s from '@stele/schema';\nexport default s.defineConfig({ collections: [${made.join(', ')}] });\n`;
}
