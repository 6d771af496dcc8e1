// Imports a file of documentation pages into the demo project: `npm run demo:import FILE -- OPTIONS`, with the options of
// `stele import`. Adds the collection to the project's schema first.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Runs the command, standard output going to `stdout`, and ends with its exit code unless that's 0. */
function stele(args, stdout) {
  const cli = path.join(root, 'packages', 'cli', 'dist', 'main.js');
  const { status } = spawnSync(process.execPath, [cli, ...args], { stdio: ['inherit', stdout, 'inherit'] });
  if (status !== 0) process.exit(status ?? 2);
}

const file = process.argv.slice(2).find((word) => /\.jsonl(?:\.gz)?$/.test(word)) ?? process.argv[2];
if (file === undefined || !existsSync(file)) {
  const what = file === undefined ? 'Name a file' : `There is no file ${file}`;
  console.error(`${what}: npm run demo:import FILE -- --add-locales`);
  process.exit(2);
}
const config = path.join(root, 'examples', 'docs-site', 'stele.config.ts');
// Standard output holds the import's output alone: with --json, that's one document.
stele(['push', '--config', config, '--keep-others', '--yes'], process.stderr);
stele(['import', '--collection', 'docs', ...process.argv.slice(2)], 'inherit');
