import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createContentHandler } from '@stele/content';
import { createDiskStorage, openStorage, type S3Settings, type StorageSettings } from '@stele/storage';
import { createTestBucket, testBucketFromEnv } from '@stele/storage/testing';
import type { ApiAnswer, ApiClient, LooseBody } from '@stele/testing/api-client';
import { pino } from 'pino';
import { expect } from 'vitest';
import { CopyOnlyProcessor } from './copy-only-processor.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

const SIGNING_KEY = 'k'.repeat(40);

/** An app together with the content host that its uploads go to, and its files come from. */
export interface MediaApp extends TestApp {
  readonly contentUrl: string;
}

/** A bucket of the S3 service that the tests were given; null without one. */
export const testBucket = testBucketFromEnv(process.env);

/** Starts an app over a folder, or over a bucket that is made for it, and a content host on a port of its own. */
export async function startMediaApp(
  options: TestAppOptions & { readonly bucket?: S3Settings; readonly contentClock?: () => Date } = {},
): Promise<MediaApp> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const contentUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const directory = options.directory ?? (await mkdtemp(path.join(tmpdir(), 'stele-media-')));
  const { bucket, contentClock: now = () => new Date() } = options;
  if (bucket) await createTestBucket(bucket);
  const disk = { driver: 'disk', directory, publicUrl: contentUrl, signingKey: SIGNING_KEY } as const;
  const storageSettings: StorageSettings = bucket ?? disk;
  const onDisk = createDiskStorage(disk);
  const handler = createContentHandler({
    storage: bucket ? await openStorage(bucket) : onDisk,
    signed: bucket ? null : { storage: onDisk, signingKey: SIGNING_KEY },
    log: pino({ level: 'silent' }),
    now,
  });
  server.on('request', handler);
  server.on('checkContinue', handler);
  const app = await startTestApp({
    mediaProcessor: new CopyOnlyProcessor(),
    runsJobs: true,
    ...options,
    directory,
    storageSettings,
    contentUrl,
  });
  return {
    ...app,
    contentUrl,
    async close() {
      await app.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (!options.directory) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Only against hangs. */
const POLL = { timeout: 30_000 };

/** A file that a test uploads. */
export interface TestFile {
  readonly filename: string;
  readonly mime: string;
  readonly body: Uint8Array;
  readonly folder_id?: string | null;
}

/** A file with bytes that no other one has. */
export function testFile(more: Partial<TestFile> = {}, bytes = 1000): TestFile {
  return { filename: 'photo.jpg', mime: 'image/jpeg', body: randomBytes(bytes), ...more };
}

/** The actions of people and programs on the assets of one project. */
export class AssetLibrary {
  readonly api: ApiClient;
  /** Path of the project. */
  readonly project: string;
  readonly assets: string;

  constructor(project: { readonly id: string; readonly api: ApiClient }) {
    this.api = project.api;
    this.project = `/projects/${project.id}`;
    this.assets = `${this.project}/assets`;
  }

  declare(files: readonly TestFile[], headers: Record<string, string> = {}): Promise<ApiAnswer<LooseBody>> {
    const declared = files.map(({ body, ...file }) => ({ ...file, bytes: body.byteLength }));
    return this.api.post(`${this.assets}/uploads`, { files: declared }, headers);
  }

  /** Declares one file. @returns the file's upload */
  async begin(file: TestFile): Promise<LooseBody> {
    const answer = await this.declare([file]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.uploads[0];
  }

  complete(id: string): Promise<ApiAnswer<LooseBody>> {
    return this.api.post(`${this.assets}/${id}/complete`);
  }

  /** Declares a file, sends it and completes the upload. @returns the asset as it's then */
  async upload(file: TestFile): Promise<LooseBody> {
    const upload = await this.begin(file);
    expect((await send(upload, file.body)).status).toBe(200);
    const answer = await this.complete(upload.asset_id);
    // The file may be processed by the time of the answer.
    expect([200, 202], JSON.stringify(answer.body)).toContain(answer.status);
    return answer.body;
  }

  async get(id: string): Promise<LooseBody> {
    return (await this.api.get(`${this.assets}/${id}`)).body;
  }

  async storage(): Promise<LooseBody> {
    return (await this.api.get(`${this.project}/storage`)).body;
  }

  /** Waits until an asset is processed. */
  async settled(id: string): Promise<LooseBody> {
    await expect.poll(async () => (await this.get(id)).status, POLL).not.toMatch(/pending|processing/);
    await expect.poll(async () => (await this.get(id)).processing, POLL).toBe(false);
    return this.get(id);
  }

  /** Declares a file that is to replace an asset's, sends it and completes the asset. @returns the asset as it's then */
  async replace(id: string, { folder_id: _, body, ...file }: TestFile): Promise<LooseBody> {
    const declared = await this.api.post(`${this.assets}/${id}/replace`, { ...file, bytes: body.byteLength });
    expect(declared.status, JSON.stringify(declared.body)).toBe(201);
    expect((await send(declared.body, body)).status).toBe(200);
    const answer = await this.complete(id);
    expect([200, 202], JSON.stringify(answer.body)).toContain(answer.status);
    return answer.body;
  }
}

/** Sends bytes to an upload's address, as browsers do. */
export function send(
  upload: { readonly uploadUrl: string; readonly headers?: Record<string, string> },
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(upload.uploadUrl, {
    method: 'PUT',
    headers: { origin: 'https://admin.example.org', ...upload.headers, ...headers },
    body: new Uint8Array(body),
  });
}
