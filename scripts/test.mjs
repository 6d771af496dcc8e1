// Installs what is needed, runs the tests of a ring (lib/suites.mjs), and ends with a table, what was skipped, and one line
// of counts. A suite whose inputs haven't changed since it was green isn't run again.
//
//   npm test                             the first ring
//   npm run test:all                     the first and the second ring (--all)
//   npm run test:all -- --rest           the second ring without the first
//   npm run test:long                    the long ring (--long)
//   npm test -- packages/core            only the suites that contain a name
//   npm test -- packages/core/src/x.ts   only the checks that show soonest whether some files are right
//   npm test -- --changed [commit]       the same for the files that differ from a commit, HEAD by default
//   npm test -- --force                  runs suites that haven't changed, too
//   npm test -- --slowest                lists the slowest tests, too
//
// With TEST_BEGIN_UNTIL, a time in seconds since 1970, suites of the long ring that would begin later are left out, and said to be.
// With TEST_TOTALS, appends `passed failed skipped` to that file, and what failed in lines that begin with `# `.
import { appendFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildApps } from './lib/build.mjs';
import { listChangedFiles } from './lib/changed-files.mjs';
import { requireNodeVersion } from './lib/node-version.mjs';
import { OwnPostgres } from './lib/own-postgres.mjs';
import { installDependencies } from './lib/pnpm.mjs';
import { killRunningCommands } from './lib/run-command.mjs';
import { runInLanes } from './lib/run-in-lanes.mjs';
import { leaveOut, runSuite } from './lib/run-suite.mjs';
import {
  listAllSuites,
  listFirstSuites,
  listLongSuites,
  listQuickSuites,
  listRestSuites,
  PEERS,
} from './lib/suites.mjs';
import {
  countAll,
  describeFailures,
  describeOutcome,
  describeOutput,
  describeSlowest,
  describeTime,
} from './lib/summary.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Suites at a time, one more than cores: most wait for their own processes, or have a single one. */
const LANES = 3;

const OPTIONS = ['all', 'rest', 'long', 'changed', 'force', 'slowest'];

/** The database server of this run. */
const postgres = new OwnPostgres(root);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    killRunningCommands();
    postgres.stop();
    process.exit(1);
  });
}

async function main() {
  requireNodeVersion();
  await installDependencies(root);
  const start = Date.now();
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'boolean' }])),
  });
  const { suites, notes } = await chooseWithPostgres(values, positionals);
  const until =
    values.long && process.env.TEST_BEGIN_UNTIL
      ? Number(process.env.TEST_BEGIN_UNTIL) * 1000
      : Number.POSITIVE_INFINITY;
  const outcomes = await runInLanes(suites, LANES, (suite, before) =>
    run({ ...suite, forced: values.force }, before, until),
  );
  console.log('\nSummary\n');
  for (const outcome of outcomes) console.log(describeOutcome(outcome));
  const failures = describeFailures(outcomes, root);
  if (failures) console.log(`\n${failures}\n`);
  console.log(describeTime(outcomes, (Date.now() - start) / 1000, postgres.processorSeconds() ?? 0));
  const peers = PEERS.filter((peer) => !process.env[peer]).map(
    (peer) => `skipped: no ${peer} (the tests that need it)`,
  );
  for (const note of new Set([...notes, ...peers, ...outcomes.flatMap((outcome) => outcome.notes)])) console.log(note);
  if (values.slowest) console.log(`\nThe slowest tests\n\n${describeSlowest(outcomes, root)}`);
  const { passed, failed, skipped } = countAll(outcomes);
  if (process.env.TEST_TOTALS) {
    const lines = failures ? failures.split('\n').map((line) => `# ${line}`) : [];
    appendFileSync(process.env.TEST_TOTALS, [...lines, `${passed} ${failed} ${skipped}\n`].join('\n'));
  }
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Suites whose tests use a database server. Checks of some files begin sooner without one. */
const NEEDS_SERVER = /^packages\/(core|server)( |$)/;

/** The suites that the arguments name, with a database server for those that use one, unless TEST_DATABASE_URL is set. */
async function chooseWithPostgres(values, positionals) {
  const chosen = choose(values, positionals);
  const isQuick = values.changed || positionals.some(asFile);
  if (process.env.TEST_DATABASE_URL || isQuick || !chosen.suites.some(({ name }) => NEEDS_SERVER.test(name))) {
    return chosen;
  }
  const url = await postgres.start();
  if (url === null) return chosen;
  process.env.TEST_DATABASE_URL = url;
  return choose(values, positionals);
}

/** The suites that the arguments name. */
function choose({ all, rest, long, changed }, positionals) {
  if (changed) return listQuickSuites(root, listChangedFiles(root, positionals[0]));
  const files = positionals.map(asFile);
  if (files.length > 0 && files.every(Boolean)) return listQuickSuites(root, files);
  const list = long ? listLongSuites : rest ? listRestSuites : all ? listAllSuites : listFirstSuites;
  const listed = list(root);
  const named = listed.filter(({ name }) => positionals.some((part) => name.includes(part)));
  if (positionals.length > 0 && named.length === 0)
    throw new Error(`No suite or file has such a name. The suites: ${listed.map(({ name }) => name).join(', ')}.`);
  // The programs that a named suite runs are built first, unless they are up to date.
  const needed = listed.filter((suite) => named.some(({ after = [] }) => after.includes(suite.name)));
  return { suites: positionals.length === 0 ? listed : [...new Set([...needed, ...named])], notes: [] };
}

/** The path of a file relative to the root; null when there's no such file. */
function asFile(name) {
  const file = path.resolve(process.env.INIT_CWD ?? root, name);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? path.relative(root, file) : null;
}

async function run(suite, before, until) {
  if (Date.now() > until) return leaveOut(suite, { skipped: 1, reason: 'skipped: no time was left' });
  const broken = (suite.after ?? []).find((name) => before.get(name)?.failed > 0);
  console.log(`...  ${suite.name}`);
  const outcome = broken
    ? leaveOut(suite, { failed: 1, reason: `not run: ${broken} failed` })
    : await runSuite(root, suite);
  if (outcome.failed > 0) console.log(`\n${describeOutput(outcome.output)}\n`);
  // From here on, no `npm start` of a test builds: many suites read the built files.
  if (suite.name === 'build' && outcome.failed === 0) await buildApps(root);
  console.log(describeOutcome(outcome));
  return outcome;
}

main()
  .catch((error) => {
    console.error(error.message);
    console.log('\n0 passed, 1 failed');
    process.exitCode = 1;
  })
  .finally(() => postgres.stop());
