#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { startAdminServer } from './admin/admin-server.ts';
import { ADMIN_FILES, programOf } from './instance.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { variablesOf } from './part-variables.ts';
import { runUntilStopped } from './run.ts';
import { compileCacheOf, type InstanceSettings, PARTS, type Part, readInstanceSettings } from './settings.ts';
import { splitSettings } from './split-settings.ts';

interface Options {
  readonly data?: string;
  readonly host?: string;
  readonly port?: string;
}

const WHAT_IT_IS: Readonly<Record<Part, string>> = {
  content: 'Run the content host alone: what websites read. It needs neither the API nor the database.',
  api: 'Run the API alone.',
  admin: 'Run the admin alone. API_URL says where the API is.',
};

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// The programs are bundled: errors name their sources.
process.setSourceMapsEnabled(true);

const program = new Command('stele-server')
  .description(
    'Run Stele: the API, the admin and the content host, with everything embedded unless the environment says otherwise.',
  )
  .version(version)
  .option('--data <folder>', 'where everything embedded is kept (or STELE_DATA_DIR; .stele of this folder otherwise)')
  .option('--host <address>', 'address to listen on (or HOST; 127.0.0.1 otherwise)')
  .option('--port <port>', 'port of the API; the admin and the content host take the next two (3000 otherwise)')
  .addHelpText(
    'after',
    `
Examples:
  $ npx @stele/server                     everything, with a demo project, on ports 3000 to 3002
  $ npx @stele/server --port 4000         on ports 4000 to 4002
  $ npx @stele/server content             the content host alone, on port 3002
  $ npx @stele/server backup --to DIR     back everything up, while it runs
  $ npx @stele/server doctor              check that all it needs is there`,
  )
  .action(() => runUntilStopped(settings()));

for (const part of PARTS) {
  program
    .command(part)
    .description(WHAT_IT_IS[part])
    .action(() => runPart(part, settings()));
}

program
  .command('split-settings <file> <folder>')
  .description('Write the settings of each part, FOLDER/PART/stele.env, from a file with those of all.')
  .action(splitSettings);
addOperatorCommands(program, settings);
program
  .command('doctor')
  .description(
    'Check the settings and everything that the instance needs, whether or not it runs. Exit code 1 when something fails.',
  )
  .option('--json', 'print JSON')
  .action((options: { json?: boolean }) => runDoctor(options, settings()));

/** Options win over the environment; each program reads what it needs from there. */
function settings() {
  const { data, host, port } = program.opts<Options>();
  const { env } = process;
  if (data !== undefined) env.STELE_DATA_DIR = data;
  if (host !== undefined) env.HOST = host;
  if (port !== undefined) {
    if (!/^[0-9]{1,5}$/.test(port)) throw new Error(`--port is ${port}, which is not a port: give a number.`);
    env.API_PORT = port;
    env.ADMIN_PORT = String(Number(port) + 1);
    env.CONTENT_PORT = String(Number(port) + 2);
  }
  return readInstanceSettings(env, process.cwd());
}

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

/** Runs one part of an instance in this process, on its own settings of the environment; it ends on SIGTERM. */
async function runPart(part: Part, { dataDirectory }: InstanceSettings): Promise<void> {
  const { env } = process;
  env.NODE_ENV ??= 'production';
  env.STELE_DATA_DIR = dataDirectory;
  const own = variablesOf(part, env);
  for (const name of Object.keys(env)) if (!Object.hasOwn(own, name)) delete env[name];
  if (part === 'admin') return runAdmin();
  const node: { enableCompileCache?: (folder: string) => unknown } & object = module;
  node.enableCompileCache?.(env.NODE_COMPILE_CACHE || compileCacheOf(dataDirectory));
  const program = programOf(part);
  process.chdir(path.dirname(program));
  await import(pathToFileURL(program).href);
}

/** Has the API's package examine the instance that the environment describes. */
async function runDoctor(options: { json?: boolean }, { dataDirectory }: InstanceSettings): Promise<void> {
  process.env.STELE_DATA_DIR = dataDirectory;
  const { runDoctor: examine } = (await import(pathToFileURL(programOf('doctor')).href)) as {
    runDoctor(env: NodeJS.ProcessEnv, options: object, print: (text: string) => void): Promise<number>;
  };
  // Not `exitCode`: a check that was given up may still hold a connection.
  process.exit(await examine(process.env, options, (text) => process.stdout.write(text)));
}

async function runAdmin(): Promise<void> {
  const admin = await startAdminServer(process.env, ADMIN_FILES, (line) => process.stderr.write(line));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void admin.close().then(() => process.exit(0)));
  }
}
