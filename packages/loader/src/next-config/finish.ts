import type { CopyTarget } from '../builds/copy-assets.ts';
import { type FinishOptions, finishWebsite } from '../builds/finish-website.ts';
import { consoleLog } from '../log.ts';

/** What the config of Next.js hands to this process, as JSON. */
interface Work {
  readonly targets: readonly CopyTarget[];
  readonly finish: FinishOptions;
}

const { targets, finish } = JSON.parse(process.argv[2] ?? '') as Work;
try {
  for (const target of targets) await finishWebsite(target, finish, consoleLog);
} catch (error) {
  console.error(`[stele] ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
