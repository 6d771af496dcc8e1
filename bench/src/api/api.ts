import path from 'node:path';
import type { DatabaseSettings } from '@stele/core';
import type { DiskSettings } from '@stele/storage';
import { Child } from '../child.ts';
import type { ApiOptions, ApiReady, Counts, MemoryHeld } from './api-protocol.ts';
import { ApiClient } from './client.ts';

/** Rate limits that no benchmark reaches. */
const LIMITS = [
  ...['entry.create', 'entry.import', 'entry.save_draft', 'entry.publish', 'entry.list', 'snapshot.restore'],
  ...['asset.upload', 'asset.complete', 'project.create', 'project.change', 'target.test'],
].map((name) => `${name}=100000000`);

/** How an API is started. */
export interface ApiPlace {
  readonly database: DatabaseSettings;
  /** The folder for the objects of this API. */
  readonly directory: string;
  readonly counting?: boolean;
  readonly allowsPrivateTargets?: boolean;
  /** A platform's address → the address to use instead. */
  readonly origins?: Readonly<Record<string, string>>;
  readonly profiled?: boolean;
  /** Address of a content host that serves `directory`/objects; none by default. */
  readonly contentUrl?: string;
  /** Another program to run instead of this checkout's; it must speak the same protocol. */
  readonly program?: URL;
}

/** An API in its own process, with one project. */
export interface RunningApi {
  readonly url: string;
  readonly projectId: string;
  readonly storage: DiskSettings;
  /** Calls it with a token of scope `admin`. */
  readonly admin: ApiClient;
  /** The same token. */
  readonly adminToken: string;
  /** Calls it as the project's owner, signed in. */
  readonly owner: ApiClient;
  /** A token of scope `read_published`. */
  readonly readToken: string;
  /** Creates another token of scope `admin`. */
  makeToken(): Promise<string>;
  /** The API's work since the last call. */
  take(): Promise<Counts>;
  memory(): Promise<MemoryHeld>;
  stop(): Promise<void>;
}

/** Starts an API on an empty database and creates its owner and a project with two locales, all over HTTP. */
export async function startApi({
  database,
  directory,
  counting = false,
  allowsPrivateTargets = false,
  profiled = false,
  origins,
  contentUrl = 'http://content.test',
  program = new URL('./api-server.ts', import.meta.url),
}: ApiPlace): Promise<RunningApi> {
  const storage: DiskSettings = {
    driver: 'disk',
    directory: path.join(directory, 'objects'),
    publicUrl: contentUrl,
    signingKey: 'k'.repeat(40),
  };
  const options: ApiOptions = {
    database,
    storage,
    limits: LIMITS.join(','),
    counting,
    allowsPrivateTargets,
    ...(origins && { origins }),
  };
  const { child, ready } = await Child.start<ApiReady>(program, options, {
    profiled,
  });
  try {
    const owner = await signUp(ready);
    const project = await owner.post('/v1/projects', { name: 'Bench', locales: ['en', 'de'] });
    const tokens = `/v1/projects/${project.id}/tokens`;
    const admin = await owner.post(tokens, { name: 'admin', scope: 'admin' });
    const reader = await owner.post(tokens, { name: 'reader', scope: 'read_published' });
    return {
      url: ready.url,
      projectId: project.id as string,
      storage,
      admin: new ApiClient(ready.url, { authorization: `Bearer ${admin.secret}` }),
      adminToken: admin.secret as string,
      owner,
      readToken: reader.secret as string,
      makeToken: async () => (await owner.post(tokens, { name: 'one more', scope: 'admin' })).secret as string,
      take: () => child.ask<Counts>({}),
      memory: () => child.ask<MemoryHeld>({ memory: true }),
      stop: () => child.end(),
    };
  } catch (error) {
    await child.end();
    throw error;
  }
}

async function signUp({ url, setupCode }: ApiReady): Promise<ApiClient> {
  const person = { name: 'Bench', email: 'bench@example.org', password: 'correct horse battery' };
  const anonymous = new ApiClient(url, { origin: url });
  await anonymous.post('/v1/instance/setup', { code: setupCode, ...person });
  const response = await anonymous.send('POST', '/auth/sign-in/email', {
    email: person.email,
    password: person.password,
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return new ApiClient(url, { origin: url, cookie: cookies.join('; ') });
}
