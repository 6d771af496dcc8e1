import path from 'node:path';
import {
  addressBehind,
  CLIENT_ADDRESS_HEADER,
  createWebHandler,
  type Database,
  openDatabase,
  prepareSetup,
  type RunningServices,
  seedInstance,
  startServices,
  type WebHandler,
} from '@stele/core';
import { diskReserveFromEnv, openStorage, storageSettingsFromEnv } from '@stele/storage';
import { type Logger, pino } from 'pino';
import { type Environment, readEnvironment } from './env.ts';
import { refreshInstanceFile, writeInstanceFile } from './instance-file.ts';
import { keepOutOfGit } from './keep-out-of-git.ts';
import { loadAuthSecret, loadEncryptionKeys } from './kept-secrets.ts';
import { logDestination } from './log-destination.ts';
import { answerPage } from './pages.ts';

/** How long jobs are started after a request that came through Next. */
const JOBS_MS = 20_000;

/** The API of a process. */
export interface Application {
  readonly env: Environment;
  readonly log: Logger;
  readonly services: RunningServices;
  /** Answers requests to this process's own server. */
  readonly handle: WebHandler;
  /**
   * Answers requests that came through Next, which doesn't know the connection: the client's address is from trusted proxies or the
   * admin, or unknown.
   */
  readonly handleFromNext: (request: Request) => Promise<Response>;
  /** Runs jobs that requests have asked for, where the process may be frozen until the next request. */
  runJobsOnRequest(): Promise<void>;
  /** Finishes running work, and closes the database. */
  close(): Promise<void>;
}

declare global {
  var steleApplication: Promise<Application> | undefined;
}

/**
 * The application of this process, which the first call starts: from the custom server, or from one of Next's bundles through
 * `load-application.ts`. It's on globalThis, because the bundles share nothing else.
 */
export function getApplication(): Promise<Application> {
  globalThis.steleApplication ??= startApplication(readEnvironment(process.env));
  return globalThis.steleApplication;
}

async function startApplication(env: Environment): Promise<Application> {
  const redact = ['req.headers.authorization', 'req.headers.cookie'];
  const log = pino({ level: env.logLevel, redact }, logDestination());
  const storage = await openStorage(
    await storageSettingsFromEnv(process.env, { dataDirectory: env.dataDirectory, publicUrl: env.contentUrl }),
  );
  const database = await open(env, log);
  try {
    const services = await startServices({
      settings: {
        apiUrl: env.apiUrl,
        adminUrl: env.adminUrl,
        contentUrl: env.contentUrl,
        authSecret: env.authSecret ?? (await loadAuthSecret(env.dataDirectory)),
        encryptionKeys: env.encryptionKeys ?? (await loadEncryptionKeys(env.dataDirectory)),
        proxySecret: env.proxySecret,
        operatorSecret: env.operatorSecret,
        mail: env.mail,
        operatorOnly: env.operatorOnly,
        tokenDays: env.tokenDays,
      },
      database,
      storage,
      log,
      limits: env.limits,
      retention: env.retention,
      runsJobs: env.runsJobs,
      storageLimit: env.storageLimit,
      quotas: env.quotas,
      redis: env.redis,
      tracing: env.tracing,
      singleSignOn: env.singleSignOn,
      delivery: { allowsPrivateTargets: env.allowsPrivateTargets },
    });
    await keepOutOfGit(env.dataDirectory, log);
    warnAboutLimits(env, log);
    await prepareInstance(env, services, log);
    const core = createWebHandler(services);
    const answer = async (request: Request): Promise<Response> =>
      (await core(request)) ?? (await answerPage(request, env));
    return {
      env,
      log,
      services,
      handle: Object.assign(answer, { rest: core.rest, refuse: core.refuse }),
      handleFromNext(request) {
        const headers = new Headers(request.headers);
        headers.delete(CLIENT_ADDRESS_HEADER);
        const address = addressBehind(env.trustedProxies, headers.get('x-forwarded-for'));
        if (address !== null) headers.set(CLIENT_ADDRESS_HEADER, address);
        return answer(new Request(request, { headers }));
      },
      async runJobsOnRequest() {
        if (env.runsJobs) await services.jobs.runAsked(Date.now() + JOBS_MS);
      },
      async close() {
        await services.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function open(env: Environment, log: Logger): Promise<Database> {
  if (env.databaseUrl !== null) return openDatabase({ kind: 'postgres', url: env.databaseUrl }, { log, migrate: true });
  const directory = path.join(env.dataDirectory, 'database');
  return openDatabase({ kind: 'pglite', directory, reserveBytes: diskReserveFromEnv(process.env) }, { log });
}

/** Seeds a new instance, or shows the code that its first owner needs. */
async function prepareInstance(env: Environment, services: RunningServices, log: Logger): Promise<void> {
  const setup = { chosen: env.setupToken, secret: services.settings.authSecret };
  const code = await prepareSetup(services.database.pool, setup);
  if (env.seed && code !== null) {
    log.info(`making the ${env.seed === 'demo' ? 'demo' : 'first'} project`);
    await seedInstance(services, env.seed, (seeded) => writeInstanceFile(env, seeded));
    return;
  }
  await refreshInstanceFile(env);
  if (code !== null) {
    process.stdout.write(`\nThis instance has no owner yet. Set it up at ${env.adminUrl} with the code ${code}\n\n`);
  }
}

function warnAboutLimits(env: Environment, log: Logger): void {
  if (env.databaseUrl !== null && env.redis === null) {
    log.warn(
      'rate limits are counted in this process: with several API processes, set REDIS_URL or UPSTASH_REDIS_REST_URL',
    );
  }
  if (env.databaseUrl !== null && env.proxySecret === null) {
    log.warn('all clients of the admin count as one: set STELE_PROXY_SECRET, the same for both');
  }
}
