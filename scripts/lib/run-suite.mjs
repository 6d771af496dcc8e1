import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runPnpm } from './pnpm.mjs';
import { runCommand } from './run-command.mjs';
import { TemporaryFolder } from './temporary-folder.mjs';
import { readReport } from './vitest-report.mjs';

/**
 * The outcome of a suite: `processorSeconds` includes all processes that it started, and is null where that isn't known;
 * `notes`: lines that it printed about skipped checks; `reason`: why it was skipped or ended early, if it
 * was; `unchangedSince`: when it was run, if that wasn't now: its inputs are the same.
 *
 * @typedef {import('./vitest-report.mjs').Results & {
 *   name: string, seconds: number, processorSeconds: number | null, output: string, notes: string[],
 *   reason?: string, unchangedSince?: Date,
 * }} Outcome
 */

/**
 * @param {string} root
 * @param {import('./suites.mjs').Suite} suite
 * @returns {Promise<Outcome>}
 */
export async function runSuite(root, suite) {
  if (suite.needs && !process.env[suite.needs]) {
    return leaveOut(suite, { skipped: 1, reason: `skipped: no ${suite.needs}` });
  }
  const start = Date.now();
  const run = suite.task ? runTask : suite.command[0] === 'vitest' ? runVitest : runCheck;
  const { aborted, ...result } = await run(root, suite, AbortSignal.timeout(suite.seconds * 1000));
  return {
    name: suite.name,
    seconds: Math.round((Date.now() - start) / 1000),
    ...result,
    notes: result.output.split('\n').filter((line) => line.startsWith('skipped: ')),
    ...(aborted && { reason: `killed after its ${suite.seconds} seconds` }),
  };
}

/**
 * The outcome of a suite that isn't run.
 *
 * @param {import('./suites.mjs').Suite} suite
 * @param {{ failed?: number, skipped?: number, reason: string }} why
 * @returns {Outcome}
 */
export function leaveOut({ name }, why) {
  const nothing = { passed: 0, failed: 0, skipped: 0, tests: [], failures: [], seconds: 0, processorSeconds: null };
  return { name, ...nothing, output: '', notes: [], ...why };
}

/** Runs a task of turbo, or takes over how it ended when its inputs are the same as then. */
async function runTask(root, { task, report, cwd, env, forced }, signal) {
  const { name } = JSON.parse(readFileSync(path.join(root, cwd, 'package.json'), 'utf8'));
  const options = ['--env-mode=loose', '--ui=stream', '--output-logs=full', '--log-prefix=none', '--no-color'];
  const words = ['exec', 'turbo', 'run', task, `--filter=${name}`, ...options, ...(forced ? ['--force'] : [])];
  const file = path.join(root, cwd, report);
  rmSync(file, { force: true });
  const { code, ...result } = await inTemporaryFolder({}, (folder) =>
    runPnpm(root, words, { signal, env: { NO_COLOR: '1', ...folder.env, ...env }, measured: true }),
  );
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const results = readReport(text, code === 0, path.basename(report, '.json'));
  const unchanged =
    code === 0 &&
    existsSync(file) &&
    /cache hit, replaying logs/.test(result.output) &&
    !/cache miss/.test(result.output);
  return { ...results, ...result, ...(unchanged && { unchangedSince: new Date(JSON.parse(text).startTime) }) };
}

async function runCheck(root, { command, env }, signal) {
  const { code, ...result } = await runPnpm(root, ['exec', ...command], { signal, env, measured: true });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, tests: [], failures: [], ...result };
}

function runVitest(root, { command: [, ...args], cwd, env, onDisk }, signal) {
  return inTemporaryFolder({ onDisk }, async (folder) => {
    const report = path.join(folder.path, 'report.json');
    const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const { code, ...result } = await runCommand(
      process.execPath,
      [vitest, ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { cwd: path.join(root, cwd ?? '.'), env: { NO_COLOR: '1', ...folder.env, ...env }, signal, measured: true },
    );
    const text = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
    return { ...readReport(text, code === 0), ...result };
  });
}

/** Gives some work a folder for temporary files: workers that vitest kills don't remove what they have there. */
async function inTemporaryFolder(options, work) {
  const folder = new TemporaryFolder(options);
  try {
    return await work(folder);
  } finally {
    folder.remove();
  }
}
