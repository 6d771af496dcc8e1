// `npm test`: installs what is needed, runs every check of the short ring (lib/suites.mjs), and ends with a table, what was
// skipped, and one line of counts. `npm run test:long` gives --long: the long ring. With names, only the suites that
// contain one of them: `npm test -- packages/core`. With TEST_TOTALS, appends `passed failed skipped` to that file.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApps } from './lib/build.mjs';
import { requireNodeVersion } from './lib/node-version.mjs';
import { installDependencies } from './lib/pnpm.mjs';
import { killRunningCommands } from './lib/run-command.mjs';
import { runSuite } from './lib/run-suite.mjs';
import { listLongSuites, listShortSuites, PEERS } from './lib/suites.mjs';

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
  const names = process.argv.slice(2).filter((argument) => argument !== '--long');
  const listed = process.argv.includes('--long') ? listLongSuites(root) : listShortSuites(root);
  const suites = listed.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  if (suites.length === 0)
    throw new Error(`No suite has such a name. There are ${listed.map(({ name }) => name).join(', ')}.`);
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
  // From here on no `npm start` of a test builds: many suites read what is built.
  if (suites.some(({ name }) => name === 'build') && rows.every(({ failed }) => failed === 0)) await buildApps(root);
  await Promise.all([runLane('e2e', 'any'), runLane('core', 'any')]);
  console.log('\nSummary\n');
  for (const row of rows) console.log(describe(row));
  const peers = PEERS.filter((peer) => !process.env[peer]).map(
    (peer) => `skipped: no ${peer} (the tests that need it)`,
  );
  for (const note of new Set([...peers, ...rows.flatMap(({ notes }) => notes)])) console.log(note);
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
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) =>
    rows.reduce((total, row) => total + row[key], 0),
  );
  if (process.env.TEST_TOTALS) appendFileSync(process.env.TEST_TOTALS, `${passed} ${failed} ${skipped}\n`);
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

main().catch((error) => {
  console.error(error.message);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
});
