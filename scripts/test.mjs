// `npm test`: installs what is needed, runs every check (lib/suites.mjs), and ends with a table and one line of counts.
// With arguments, only the suites whose names contain one of them: `npm test -- packages/core`.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNodeVersion } from './lib/node-version.mjs';
import { installDependencies } from './lib/pnpm.mjs';
import { killRunningCommands } from './lib/run-command.mjs';
import { runSuite } from './lib/run-suite.mjs';
import { listSuites, PEERS } from './lib/suites.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** As much of a failing suite's output as is printed. */
const SHOWN_LINES = 400;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    killRunningCommands();
    process.exit(1);
  });
}

async function main() {
  requireNodeVersion();
  await installDependencies(root);
  const names = process.argv.slice(2);
  const suites = listSuites(root).filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  const rows = [];
  const waiting = [...suites];
  const runLane = async (...lanes) => {
    for (;;) {
      const suite = lanes.map((name) => waiting.find(({ lane }) => lane === name)).find(Boolean);
      if (!suite) return;
      waiting.splice(waiting.indexOf(suite), 1);
      const start = Date.now();
      console.log(`...  ${suite.name}`);
      const result = await runSuite(root, suite);
      if (result.failed > 0) console.log(`\n${result.output.split('\n').slice(-SHOWN_LINES).join('\n')}\n`);
      const row = { name: suite.name, seconds: Math.round((Date.now() - start) / 1000), ...result };
      rows.push(row);
      console.log(describe(row));
    }
  };
  await runLane(undefined);
  await Promise.all([runLane('built', 'any'), runLane('core', 'any')]);
  console.log('\nSummary\n');
  for (const row of rows) console.log(describe(row));
  for (const peer of PEERS.filter((variable) => !process.env[variable]))
    console.log(`skipped: no ${peer} (the tests that need it)`);
  console.log(`\n${describeTotal(rows)}`);
  process.exitCode = rows.some(({ failed }) => failed > 0) ? 1 : 0;
}

function describe({ name, passed, failed, skipped, seconds, reason }) {
  const counts = [
    `${passed} passed`.padStart(12),
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
  ];
  const verdict = failed > 0 ? 'FAIL' : passed > 0 ? 'ok  ' : '--  ';
  return `${verdict} ${name.padEnd(32)} ${counts.filter(Boolean).join(', ')}  (${seconds} s)${reason ? `  ${reason}` : ''}`;
}

function describeTotal(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

main().catch((error) => {
  console.error(error.message);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
});
