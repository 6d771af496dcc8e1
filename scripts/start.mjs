// `npm start`: installs and builds what is needed, then runs the API, the content host and the admin with everything
// embedded, and says how to use them. The environment decides about ports and the data folder; see docs/operating.md.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildApps } from './lib/build.mjs';
import { requireNodeVersion } from './lib/node-version.mjs';
import { installDependencies } from './lib/pnpm.mjs';
import { killRunningCommands } from './lib/run-command.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

async function prepare() {
  const stop = () => {
    console.log('\nStopping.');
    killRunningCommands();
    process.exit(0);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  await installDependencies(root);
  await buildApps(root);
  for (const signal of signals) process.off(signal, stop);
}

async function main() {
  requireNodeVersion();
  await prepare();
  const server = pathToFileURL(path.join(root, 'packages', 'server', 'dist', 'index.js')).href;
  const { readInstanceSettings, runUntilStopped } = await import(server);
  console.log('Starting.');
  await runUntilStopped(readInstanceSettings(process.env, root));
}

main().catch((error) => {
  console.error(`\n${error.message}`);
  process.exit(1);
});
