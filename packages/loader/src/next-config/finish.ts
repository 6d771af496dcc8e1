import { existsSync } from 'node:fs';
import type { CopyTarget } from '../builds/copy-assets.ts';
import { type FinishOptions, finishWebsite } from '../builds/finish-website.ts';
import { consoleLog } from '../log.ts';

/** The work that the config of Next.js gives to this process, as JSON. */
interface Work {
  readonly targets: readonly CopyTarget[];
  readonly finish: FinishOptions;
}

const { targets, finish } = JSON.parse(process.argv[2] ?? '') as Work;
try {
  const missing = targets.find(({ folder }) => !existsSync(folder));
  if (missing && finish.assets === 'copy') {
    throw new Error(`The built website isn't in ${missing.folder}, so no files can be copied into it.`);
  }
  if (missing) consoleLog.warn(`The built website isn't in ${missing.folder}, so where it points to wasn't checked.`);
  for (const target of missing ? [] : targets) await finishWebsite(target, finish, consoleLog);
} catch (error) {
  console.error(`[stele] ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
