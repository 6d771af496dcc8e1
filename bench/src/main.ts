import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { adminBench } from './admin/admin.ts';
import { libraryBench } from './admin/library.ts';
import { previewBench } from './admin/preview.ts';
import { backupBench } from './backup/backup.ts';
import type { Bench, BenchContext, Outcome } from './bench.ts';
import { describeServer } from './database.ts';
import { deliveryBench } from './delivery/delivery.ts';
import { fairnessBench } from './fairness/fairness.ts';
import { filtersBench } from './filters/filters.ts';
import { importBench } from './import/import.ts';
import { loadBench } from './load/load.ts';
import { draftsBench } from './loader/drafts.ts';
import { loaderBench } from './loader/loader.ts';
import { mediaBench } from './media/media.ts';
import { memoryBench } from './memory/memory.ts';
import { pushBench } from './memory/push.ts';
import { peersBench } from './peers/peers.ts';
import { pointerBench } from './pointer/pointer.ts';
import { processesBench } from './processes/processes.ts';
import { publishBench } from './publish/publish.ts';
import { regressBench } from './regress/regress.ts';
import { describeMachine, toJson, toTable } from './report.ts';
import { scaleBench } from './scale/scale.ts';
import { startBench } from './start/start.ts';
import { staticBench } from './static/static.ts';
import { usualBench } from './usual/usual.ts';

const benches: readonly Bench[] = [
  usualBench,
  regressBench,
  pointerBench,
  staticBench,
  publishBench,
  startBench,
  importBench,
  scaleBench,
  loaderBench,
  draftsBench,
  filtersBench,
  memoryBench,
  pushBench,
  mediaBench,
  deliveryBench,
  fairnessBench,
  adminBench,
  libraryBench,
  previewBench,
  backupBench,
  peersBench,
  loadBench,
  processesBench,
];

/** The folder in which the user ran the command; pnpm runs scripts in the package's folder. */
const CALLED_IN = process.env.INIT_CWD ?? '.';

const USAGE = `pnpm bench [NAME …] [--json FILE] [--seconds N] [--picture FILE]

Runs the benchmarks that are named, or all of them:
${benches.map(({ name, title }) => `  ${name.padEnd(9)}${title}`).join('\n')}

  --json FILE   writes the figures, those of each round too
  --seconds N   how long \`load\` takes; 600 by default
  --only NAMES  other systems for \`peers\`, such as payload,strapi
  --picture FILE  writes the picture of \`load\`, as SVG

BENCH_DATABASE_URL names a PostgreSQL server for those that need one. BENCH_CPU_PROFILES names a folder for CPU
profiles of the servers under load. BENCH_BEFORE names the folder of another checkout, installed and built, for
benches that compare with it. docs/benchmarks.md says what is measured.`;

const NO_POSTGRES = `needs PostgreSQL. Start a throw-away server and name it:
    export BENCH_DATABASE_URL=$(scripts/start-postgres.sh FOLDER PORT --durable)`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      picture: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const unknown = positionals.find((name) => !benches.some((bench) => bench.name === name));
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}.\n\n${USAGE}`);
  const chosen = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

  const { processor, cores, node } = describeMachine();
  console.log(`${processor}, ${cores} cores, Node ${node}`);
  const databaseUrl = process.env.BENCH_DATABASE_URL || null;
  if (databaseUrl !== null) console.log(await describeServer(databaseUrl));
  const context = {
    databaseUrl,
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
    only: values.only?.split(','),
    pictureFile: values.picture === undefined ? undefined : path.resolve(CALLED_IN, values.picture),
  };
  const outcomes: Outcome[] = [];
  for (const bench of chosen) outcomes.push(await runBench(bench, context));
  console.log(`\n${toTable(outcomes)}`);
  if (values.json !== undefined) await writeFile(path.resolve(CALLED_IN, values.json), toJson(outcomes));
  if (outcomes.some(({ status }) => status === 'failed')) process.exitCode = 1;
}

async function runBench(bench: Bench, given: Omit<BenchContext, 'say'>): Promise<Outcome> {
  const { name, title } = bench;
  if (bench.needsPostgres && given.databaseUrl === null) return { name, title, status: 'skipped', reason: NO_POSTGRES };
  const context: BenchContext = { ...given, say: (text) => console.log(`${name}: ${text}`) };
  try {
    return { name, title, status: 'measured', figures: await bench.run(context) };
  } catch (error) {
    console.error(error);
    return { name, title, status: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
