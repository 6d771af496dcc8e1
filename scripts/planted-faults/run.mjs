// Plants 40 faults in a copy of the project, one in each of 40 files, and counts which ring of the tests finds which:
//
//   node scripts/planted-faults/run.mjs [--seed 1] [--copy FOLDER] [--again]
//
// All are planted at once and switched on by a variable, so the copy is built once. A first run of both rings, without a
// fault, notes which test files reach which place. For each fault, those of the first ring run until one fails; if none
// does, those of the second. It ends with a table. --again goes on in a copy that an earlier run has left, with what it
// has noted. It takes one to two hours on two cores.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listSources } from '../lib/file-listing.mjs';
import { OwnPostgres } from '../lib/own-postgres.mjs';
import { packageOf } from '../lib/package-imports.mjs';
import { installDependencies, runPnpm } from '../lib/pnpm.mjs';
import { killRunningCommands, runCommand } from '../lib/run-command.mjs';
import { TemporaryFolder } from '../lib/temporary-folder.mjs';
import { hookBrowserTests, plantFaults } from './plant.mjs';
import { readReached } from './reached.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const RINGS = ['first', 'rest'];
/** A fault that makes a test hang is found, too. */
const LONGEST_MS = 15 * 60_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    copy: { type: 'string', default: path.join(root, '..', 'stele-planted-faults') },
    again: { type: 'boolean', default: false },
  },
});
const copy = path.resolve(values.copy);
const notes = path.join(copy, 'planted-faults.json');
const postgres = new OwnPostgres(root);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    killRunningCommands();
    postgres.stop();
    process.exit(1);
  });
}

async function main() {
  process.env.TEST_DATABASE_URL ??= (await postgres.start()) ?? undefined;
  const { faults, reached } = values.again ? JSON.parse(readFileSync(notes, 'utf8')) : await prepare();
  const found = [];
  for (const fault of faults) {
    fault.ring ??= await ringThatFinds(fault, reached[fault.id] ?? {});
    writeFileSync(notes, JSON.stringify({ faults, reached }, null, 2));
    console.log(`${fault.id} ${fault.ring}  ${fault.file}:${fault.line}  ${fault.original} → ${fault.mutant}`);
    found.push(fault.ring);
  }
  const count = (ring) => found.filter((one) => one === ring).length;
  console.log(`\nfirst ring ${count('first')}, second ring only ${count('rest')}, neither ${count('none')}`);
}

/** Makes the copy, and runs all tests once without a fault. */
async function prepare() {
  if (existsSync(copy)) throw new Error(`${copy} exists.`);
  execFileSync('git', ['clone', '--quiet', root, copy]);
  await installDependencies(copy);
  const faults = plantFaults(copy, Number(values.seed));
  hookBrowserTests(copy);
  const { code, output } = await runPnpm(copy, ['exec', 'turbo', 'run', 'build', 'typegen', '--ui=stream'], {});
  if (code !== 0) throw new Error(`The copy can't be built: ${output.slice(-3000)}`);
  const log = path.join(copy, 'planted-faults.log');
  const reached = {};
  for (const folder of listFolders()) {
    for (const ring of RINGS) {
      rmSync(log, { force: true });
      const report = await runTests(folder, ring, [], { STELE_FAULTS_LOG: log });
      if (!report) continue;
      const red = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
      for (const file of red) console.log(`left out: ${path.relative(copy, file)} fails without a fault`);
      for (const [id, files] of readReached(existsSync(log) ? readFileSync(log, 'utf8') : '', report.testResults)) {
        const green = files.filter((file) => !red.includes(file)).map((file) => path.relative(copy, file));
        reached[id] ??= { first: [], rest: [] };
        reached[id][ring].push(...green);
      }
    }
  }
  writeFileSync(notes, JSON.stringify({ faults, reached }, null, 2));
  return { faults, reached };
}

/** The first ring that fails with a fault; `none` when both pass. */
async function ringThatFinds({ id, file }, reached) {
  const own = packageOf(file);
  for (const ring of RINGS) {
    const byFolder = groupByPackage(reached[ring] ?? []);
    const folders = [...byFolder].sort(([a], [b]) => Number(b === own) - Number(a === own));
    for (const [folder, paths] of folders) {
      const files = paths.map((one) => path.relative(folder, one));
      const report = await runTests(folder, ring, [...files, '--bail=1'], { STELE_FAULT: id });
      if (!report?.success) return ring;
    }
  }
  return 'none';
}

function groupByPackage(files) {
  const groups = new Map();
  for (const file of files) groups.set(packageOf(file), [...(groups.get(packageOf(file)) ?? []), file]);
  return groups;
}

/** @returns vitest's report; null when it was ended before it wrote one */
async function runTests(folder, ring, words, env) {
  const temporary = new TemporaryFolder();
  const file = path.join(temporary.path, 'report.json');
  const vitest = path.join(copy, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', ...words, '--passWithNoTests', '--reporter=json', `--outputFile=${file}`];
  try {
    await runCommand(process.execPath, args, {
      cwd: path.join(copy, folder),
      env: { NO_COLOR: '1', TEST_RING: ring, STELE_FAULT: '', ...temporary.env, ...env },
      signal: AbortSignal.timeout(words.length > 0 ? LONGEST_MS : 4 * LONGEST_MS),
    });
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  } finally {
    temporary.remove();
  }
}

function listFolders() {
  const tests = listSources(copy, ['packages', 'apps', 'e2e']).filter((file) => /\.test\.tsx?$/.test(file));
  return [...new Set(tests.map(packageOf))];
}

try {
  await main();
} finally {
  postgres.stop();
}
