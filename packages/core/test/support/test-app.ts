import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpServer } from '@stele/http';
import { type ObjectStorage, openStorage, type StorageSettings } from '@stele/storage';
import { ApiClient, overHttp } from '@stele/testing/api-client';
import { type Logger, pino } from 'pino';
import { createAccount, hashPassword } from '../../src/access/accounts.ts';
import type { AdmissionBounds } from '../../src/access/admission.ts';
import type { LimitTable } from '../../src/access/limits/limits.ts';
import type { DefaultQuotas } from '../../src/access/limits/quotas.ts';
import type { RedisSettings } from '../../src/access/limits/redis-client.ts';
import type { MailSettings } from '../../src/access/mailer.ts';
import type { OperatorOnly } from '../../src/access/operator-only.ts';
import type { Grants, Role, Scope } from '../../src/access/permissions.ts';
import type { SingleSignOnSettings } from '../../src/access/providers/provider-settings.ts';
import type { DeliveryOptions } from '../../src/delivery/delivery.ts';
import type { ListedFeature } from '../../src/domains/feature.ts';
import { createProject } from '../../src/domains/projects/change-project.ts';
import { systemContext, systemProjectContext } from '../../src/domains/system-context.ts';
import { createToken } from '../../src/domains/tokens/change-token.ts';
import type { MediaProcessor } from '../../src/media/processor.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/open-database.ts';
import type { Retention } from '../../src/publishing/sweep/retention.ts';
import { refuseBroken } from '../../src/server/broken-requests.ts';
import { nodeListener } from '../../src/server/node-listener.ts';
import { type RunningServices, startServices } from '../../src/server/start-services.ts';
import type { TracingSettings } from '../../src/server/tracing.ts';
import { createWebHandler } from '../../src/server/web-handler.ts';
import { inProcess } from './in-process.ts';
import { asBackground, asRequest } from './origin.ts';
import { usePasswordsQuickly } from './quick-passwords.ts';
import { openTestDatabase } from './test-database.ts';

/** A clock that only moves when a test moves it. */
export class TestClock implements Clock {
  #now: number;
  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }
  now(): Date {
    return new Date(this.#now);
  }
  advance(ms: number): void {
    this.#now += ms;
  }
}

/** A project made for a test, with a token of each scope. */
export interface TestProject {
  readonly id: string;
  readonly tokens: Readonly<Record<Scope, string>>;
  /** Calls the API with the admin token. */
  readonly api: ApiClient;
}

/** A person made for a test, signed in. */
export interface TestPerson {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
  /** Calls the API with the session. */
  readonly api: ApiClient;
}

/**
 * The whole API on a port of its own, over a database and a storage folder of its own. Its clients call the routes of /v1 in the
 * same process, unless that's about HTTP.
 */
export interface TestApp {
  readonly url: string;
  /** Where its objects are stored. */
  readonly directory: string;
  readonly services: RunningServices;
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly clock: TestClock | null;
  /** Calls the API without a credential. */
  readonly api: ApiClient;
  project(options?: { locales?: string[]; name?: string }): Promise<TestProject>;
  client(credential?: { token?: string; cookie?: string }): ApiClient;
  /** Makes a person, signs them in over HTTP, and makes them a member of a project when a role is given. Their address is verified. */
  person(membership?: { projectId: string; role: Role }): Promise<TestPerson>;
  /** The same, of someone who came by an invitation: their address isn't verified. */
  invited(membership?: { projectId: string; role: Role }): Promise<TestPerson>;
  /** Makes a person the only operator of the instance. */
  makeOperator(userId: string): Promise<void>;
  close(): Promise<void>;
}

/** Options of a test's app. */
export interface TestAppOptions {
  readonly features?: readonly ListedFeature[];
  readonly database?: Database;
  readonly log?: Logger;
  readonly wrapStorage?: (storage: ObjectStorage) => ObjectStorage;
  readonly directory?: string;
  /** Where objects are; by default in a new folder. */
  readonly storageSettings?: StorageSettings;
  /** Address of the content host. */
  readonly contentUrl?: string;
  readonly storageLimit?: number;
  readonly quotas?: DefaultQuotas;
  readonly operatorOnly?: OperatorOnly;
  readonly tokenDays?: number;
  readonly mediaProcessor?: MediaProcessor;
  readonly clock?: TestClock;
  readonly limits?: LimitTable;
  readonly admission?: AdmissionBounds;
  readonly grants?: Grants;
  readonly redis?: RedisSettings;
  /** Public URLs, if they differ from those that the test uses. */
  readonly apiUrl?: string;
  readonly adminUrl?: string;
  readonly proxySecret?: string;
  readonly mail?: MailSettings;
  readonly encryptionKeys?: string;
  readonly trustedProxies?: number;
  readonly retention?: Retention;
  readonly delivery?: DeliveryOptions;
  readonly tracing?: TracingSettings;
  readonly singleSignOn?: SingleSignOnSettings | null;
  /** Whether its clients call it over HTTP: an answer then comes after all that the request begins. */
  readonly overHttp?: boolean;
  /** Whether jobs are done by themselves; otherwise `services.jobs.runAll()` does them. */
  readonly runsJobs?: boolean;
}

const NEVER = new Date('9999-01-01');

/** Password of every person that a test makes. */
export const PASSWORD = 'correct horse battery';

/** Signs in over HTTP. @returns the session cookie */
export async function signIn(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Of every app that a test starts. */
export const OPERATOR_SECRET = 'o'.repeat(40);
/** The default encryption keys of a test's app. */
export const ENCRYPTION_KEYS = `test:${'A'.repeat(43)}=`;

const CONTENT_URL = 'http://content.test';

/** Starts an app. Every answer that its clients get is checked against the OpenAPI document. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const directory = options.directory ?? (await mkdtemp(path.join(tmpdir(), 'stele-test-')));
  const database = options.database ?? (await openTestDatabase());
  const contentUrl = options.contentUrl ?? CONTENT_URL;
  const bare = await openStorage(
    options.storageSettings ?? { driver: 'disk', directory, publicUrl: contentUrl, signingKey: 'k'.repeat(40) },
  );
  const storage = options.wrapStorage?.(bare) ?? bare;
  const server = new HttpServer();
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
  const log = options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' });
  const parts = {
    settings: {
      apiUrl: options.apiUrl ?? url,
      adminUrl: options.adminUrl ?? 'http://admin.test',
      contentUrl,
      authSecret: 's'.repeat(40),
      encryptionKeys: options.encryptionKeys ?? ENCRYPTION_KEYS,
      proxySecret: options.proxySecret ?? null,
      operatorSecret: OPERATOR_SECRET,
      mail: options.mail ?? null,
      ...(options.tokenDays && { tokenDays: options.tokenDays }),
      ...(options.operatorOnly && { operatorOnly: options.operatorOnly }),
    },
    database,
    storage,
    log,
    runsJobs: options.runsJobs ?? false,
    ...(options.features && { features: options.features }),
    ...(options.clock && { clock: options.clock }),
    ...(options.limits && { limits: options.limits }),
    ...(options.admission && { admission: options.admission }),
    ...(options.grants && { grants: options.grants }),
    ...(options.redis && { redis: options.redis }),
    ...(options.delivery && { delivery: options.delivery }),
    ...(options.tracing && { tracing: options.tracing }),
    ...(options.singleSignOn && { singleSignOn: options.singleSignOn }),
    ...(options.retention && { retention: options.retention }),
    ...(options.mediaProcessor && { mediaProcessor: options.mediaProcessor }),
    ...(options.quotas && { quotas: options.quotas }),
    ...(options.storageLimit !== undefined && { storageLimit: options.storageLimit }),
  };
  const services = await asBackground(() => startServices(parts));
  await usePasswordsQuickly(services);
  const handle = createWebHandler(services);
  const listener = nodeListener({
    handle,
    log,
    trustedProxies: options.trustedProxies ?? 0,
  });
  server.serve((...exchange) => asRequest(() => listener(...exchange)), refuseBroken(handle));
  const document = await services.openApiDocument();
  const client: TestApp['client'] = (credential = {}) =>
    new ApiClient(url, document, credential, options.overHttp ? overHttp : inProcess(handle));
  const makePerson = async (
    membership: { projectId: string; role: Role } | undefined,
    emailVerified: boolean,
  ): Promise<TestPerson> => {
    const email = `person-${randomBytes(6).toString('hex')}@example.org`;
    const passwordHash = await hashPassword(services, PASSWORD);
    const { id } = await createAccount(database.prisma, { name: 'Person', email, passwordHash, emailVerified });
    if (membership) await database.prisma.member.create({ data: { userId: id, ...membership } });
    const cookie = await signIn(url, email, PASSWORD);
    // Tests move the clock on by months.
    await database.prisma.session.updateMany({ where: { userId: id }, data: { expiresAt: NEVER } });
    return { id, email, cookie, api: client({ cookie }) };
  };
  return {
    url,
    directory,
    services,
    database,
    storage,
    clock: options.clock ?? null,
    api: client(),
    client,
    async project({ locales = ['en', 'de'], name = 'Test' } = {}) {
      const created = await createProject(systemContext(services), { name, locales });
      const tokens = {} as Record<Scope, string>;
      for (const scope of ['read_published', 'read_draft', 'admin'] as const) {
        const ctx = await systemProjectContext(services, created.id);
        tokens[scope] = (await createToken(ctx, { name: scope, scope })).secret;
      }
      return { id: created.id, tokens, api: client({ token: tokens.admin }) };
    },
    person: (membership) => makePerson(membership, true),
    invited: (membership) => makePerson(membership, false),
    async makeOperator(ownerId) {
      const create = { id: 1, setupCodeHash: '', ownerId };
      await database.prisma.instance.upsert({ where: { id: 1 }, create, update: { ownerId } });
      await database.prisma.user.updateMany({ data: { operatorSince: null } });
      await database.prisma.user.update({ where: { id: ownerId }, data: { operatorSince: new Date() } });
    },
    async close() {
      await server.close(0);
      await services.stop();
      if (!options.database) await database.close();
      if (!options.directory) await rm(directory, { recursive: true, force: true });
    },
  };
}
