// Plants 40 faults in a copy of the project, one in each of 40 files, and counts which ring of the tests finds which:
//
//   node scripts/planted-faults/run.mjs [--seed 1] [--copy FOLDER] [--again]
//
// All are planted at once and switched on by a variable, so the copy is built once. A first run of both rings, without a
// fault, notes which test files reach which place. For each fault, those of the first ring run until one fails; if none
// does, those of the second. A red run counts only when its files are green again without the fault. It ends with a
// table. --again goes on in a copy that an earlier run has left, with what it
// has noted. It takes about an hour and a half on two cores.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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
  const state = values.again ? JSON.parse(readFileSync(notes, 'utf8')) : await prepare();
  const keep = () => writeFileSync(notes, JSON.stringify(state, null, 2));
  keep();
  for (const folder of listFolders()) {
    for (const ring of RINGS) {
      if (state.recorded.includes(`${folder} ${ring}`)) continue;
      await record(state, folder, ring);
      state.recorded.push(`${folder} ${ring}`);
      keep();
    }
  }
  for (const fault of state.faults) {
    fault.ring ??= await ringThatFinds(fault, state.reached[fault.id] ?? {});
    keep();
    console.log(`${fault.id} ${fault.ring}  ${fault.file}:${fault.line}  ${fault.original} → ${fault.mutant}`);
  }
  const count = (ring) => state.faults.filter((fault) => fault.ring === ring).length;
  console.log(`\nfirst ring ${count('first')}, second ring only ${count('rest')}, neither ${count('none')}`);
  console.log(`reached by no test: ${count('not reached')}`);
}

/** Makes and builds the copy. */
async function prepare() {
  if (existsSync(copy)) throw new Error(`${copy} exists.`);
  execFileSync('git', ['clone', '--quiet', root, copy]);
  await installDependencies(copy);
  const faults = plantFaults(copy, Number(values.seed));
  hookBrowserTests(copy);
  const { code, output } = await runPnpm(copy, ['exec', 'turbo', 'run', 'build', 'typegen', '--ui=stream'], {});
  if (code !== 0) throw new Error(`The copy can't be built: ${output.slice(-3000)}`);
  return { faults, reached: {}, recorded: [] };
}

/** Runs a package's tests of a ring without a fault, and notes which files reach which place. Red files are left out. */
async function record({ reached }, folder, ring) {
  const log = path.join(copy, 'planted-faults.log');
  rmSync(log, { force: true });
  const start = Date.now();
  const files = ring === 'rest' ? await fullTestsOf(folder) : [];
  if (ring === 'rest' && files.length === 0) return;
  const report = await runTests(folder, ring, files, { STELE_FAULTS_LOG: log });
  const results = report?.testResults ?? [];
  const red = failedFiles(report);
  for (const file of red) console.log(`left out: ${path.relative(copy, file)} fails without a fault`);
  for (const [id, paths] of readReached(existsSync(log) ? readFileSync(log, 'utf8') : '', results)) {
    const green = paths.filter((file) => !red.includes(file)).map((file) => path.relative(copy, file));
    reached[id] ??= { first: [], rest: [] };
    reached[id][ring].push(...green);
  }
  console.log(`noted: ${folder}, ${ring} (${Math.round((Date.now() - start) / 1000)} s)`);
}

/** The first ring that fails with a fault; `none` when both pass, `not reached` when no test comes by. */
async function ringThatFinds(fault, reached) {
  const isReached = RINGS.some((ring) => (reached[ring] ?? []).length > 0);
  for (const ring of RINGS) if (await isFoundBy(fault, ring, reached[ring] ?? [])) return ring;
  // Code that runs once, when a file is loaded, was noted for the first test of a process only.
  if (isReached && (await isFoundBy(fault, 'first', [packageOf(fault.file)]))) return 'first';
  return isReached ? 'none' : 'not reached';
}

/** Whether tests fail with a fault, and pass without it. @param paths of test files, or of packages, for all of their tests */
async function isFoundBy({ id, file }, ring, paths) {
  const own = packageOf(file);
  const folders = [...groupByPackage(paths)].sort(([a], [b]) => Number(b === own) - Number(a === own));
  for (const [folder, inside] of folders) {
    const files = inside.map((one) => path.relative(folder, one)).filter(Boolean);
    const report = await runTests(folder, ring, [...files, '--bail=1'], { STELE_FAULT: id });
    if (report?.success) continue;
    const red = failedFiles(report).map((one) => path.relative(path.join(copy, folder), one));
    const without = await runTests(folder, ring, red.length > 0 ? red : files, {});
    if (without?.success) return true;
    console.log(`${id}: ${red.join(', ') || folder} is red without the fault, too`);
  }
  return false;
}

function failedFiles(report) {
  return (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
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
      signal: AbortSignal.timeout(env.STELE_FAULT ? LONGEST_MS : 4 * LONGEST_MS),
    });
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  } finally {
    temporary.remove();
  }
}

async function fullTestsOf(folder) {
  const module = path.join(copy, 'packages', 'testing', 'full-tests.mjs');
  const { listFullTests } = await import(pathToFileURL(module).href);
  return listFullTests(path.join(copy, folder));
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
