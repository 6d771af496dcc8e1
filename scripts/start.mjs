// `npm start`: installs and builds what is needed, starts the API, the content host and the admin with everything
// embedded, and says how to use them. The environment decides about ports and the data folder; see readSettings.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApps } from './lib/build.mjs';
import { requireNodeVersion } from './lib/node-version.mjs';
import { installDependencies } from './lib/pnpm.mjs';
import { readPort, requireFreePorts } from './lib/ports.mjs';
import { killRunningCommands } from './lib/run-command.mjs';
import { Services } from './lib/services.mjs';
import { describeInstance, findPublishedFile } from './lib/welcome.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** How long the services may take to be ready; a new database on a busy machine takes the longest. */
const READY_SECONDS = 180;

/** A little more than the services give their own requests. */
const STOP_SECONDS = 15;

const END_WITH_PARENT = new URL('./lib/end-with-parent.mjs', import.meta.url).href;

function readSettings() {
  const host = process.env.HOST || '127.0.0.1';
  const ports = {
    api: readPort('API_PORT', 3000),
    admin: readPort('ADMIN_PORT', 3001),
    content: readPort('CONTENT_PORT', 3002),
  };
  const address = (port) => `http://localhost:${port}`;
  return {
    host,
    ports,
    dataDirectory: path.resolve(root, process.env.STELE_DATA_DIR || '.stele'),
    urls: {
      api: process.env.API_URL || address(ports.api),
      admin: process.env.ADMIN_URL || address(ports.admin),
      content: process.env.CONTENT_URL || address(ports.content),
    },
  };
}

function environmentOf({ host, ports, dataDirectory, urls }) {
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    HOST: host,
    API_PORT: String(ports.api),
    ADMIN_PORT: String(ports.admin),
    CONTENT_PORT: String(ports.content),
    API_URL: urls.api,
    ADMIN_URL: urls.admin,
    CONTENT_URL: urls.content,
    STELE_DATA_DIR: dataDirectory,
    // What only the API and the admin of this run know.
    STELE_PROXY_SECRET: process.env.STELE_PROXY_SECRET || randomBytes(32).toString('base64url'),
  };
}

function listServices({ host, ports, dataDirectory }) {
  const describe = (key, name, args) => ({
    name,
    command: [process.execPath, '--import', END_WITH_PARENT, ...args],
    cwd: path.join(root, 'apps', key),
    url: `http://${host.includes(':') ? `[${host}]` : host}:${ports[key]}`,
    logFile: path.join(dataDirectory, 'logs', `${key}.log`),
  });
  return [
    describe('content', 'content host', ['dist/main.js']),
    describe('api', 'API', ['dist/main.js']),
    describe('admin', 'admin', ['dist/main.js']),
  ];
}

/** The code that the API printed for the first owner, if it waits for one. */
function readSetupCode(logFile) {
  return /with the code (\S+)/.exec(readFileSync(logFile, 'utf8'))?.[1];
}

async function main() {
  requireNodeVersion();
  const settings = readSettings();
  await requireFreePorts(
    [
      { variable: 'API_PORT', port: settings.ports.api },
      { variable: 'ADMIN_PORT', port: settings.ports.admin },
      { variable: 'CONTENT_PORT', port: settings.ports.content },
    ],
    settings.host,
  );
  await installDependencies(root);
  await buildApps(root);

  console.log('Starting.');
  const env = environmentOf(settings);
  for (const service of listServices(settings)) services.start(service, env);
  await services.ready(READY_SECONDS);

  const file = path.join(settings.dataDirectory, 'instance.json');
  const instance = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const published = instance && (await findPublishedFile(instance));
  const code = readSetupCode(path.join(settings.dataDirectory, 'logs', 'api.log'));
  console.log(describeInstance({ ...settings.urls, dataDirectory: settings.dataDirectory }, instance, published, code));
  await services.failed;
}

const services = new Services();

async function stop() {
  killRunningCommands();
  await services.stop(STOP_SECONDS);
}

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    console.log('\nStopping.');
    stop().then(() => process.exit(0));
  });
}

// npm passes signals on, but can be killed.
if (process.env.npm_lifecycle_event) await import(END_WITH_PARENT);

main().catch(async (error) => {
  if (stopping) return;
  stopping = true;
  console.error(`\n${error.message}`);
  await stop();
  process.exit(1);
});
