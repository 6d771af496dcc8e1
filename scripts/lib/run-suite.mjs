import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runPnpm } from './pnpm.mjs';
import { runCommand } from './run-command.mjs';
import { countTests } from './vitest-report.mjs';

/**
 * @param {string} root
 * @param {import('./suites.mjs').Suite} suite
 * @returns {Promise<import('./vitest-report.mjs').Counts & { output: string, notes: string[], reason?: string }>}
 *   `notes`: lines that it printed about what it left out; `reason`: why it was skipped or ended before its time, where
 *   there is one.
 */
export async function runSuite(root, suite) {
  if (suite.needs && !process.env[suite.needs]) {
    return { passed: 0, failed: 0, skipped: 1, output: '', notes: [], reason: `skipped: no ${suite.needs}` };
  }
  const run = suite.command[0] === 'vitest' ? runVitest : runCheck;
  const { timedOut, ...counted } = await run(root, suite);
  const result = { ...counted, notes: counted.output.split('\n').filter((line) => line.startsWith('skipped: ')) };
  return timedOut ? { ...result, reason: `killed after its ${suite.seconds} seconds` } : result;
}

async function runCheck(root, { command, seconds, env }) {
  const { code, output, timedOut } = await runPnpm(root, ['exec', ...command], { seconds, env });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output, timedOut };
}

async function runVitest(root, { command: [, ...args], cwd, env, seconds }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'stele-test-report-'));
  const report = path.join(folder, 'report.json');
  try {
    const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const { code, output, timedOut } = await runCommand(
      process.execPath,
      [vitest, ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { cwd: path.join(root, cwd ?? '.'), env: { NO_COLOR: '1', ...env }, seconds },
    );
    const text = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
    return { ...countTests(text, code === 0), output, timedOut };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
