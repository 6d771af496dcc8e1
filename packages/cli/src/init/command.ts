import path from 'node:path';
import { findConfig } from '../config/find-config.ts';
import { UserError } from '../errors.ts';
import { Output } from '../output/output.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';
import { detectFramework, type Framework } from './detect-framework.ts';
import { firstConfig } from './first-config.ts';
import { ignoreEnv } from './ignore-env.ts';
import { findSiteVariables, writeVariables } from './site-variables.ts';

const CONFIG = 'stele.config.ts';
const EXAMPLE = '.env.example';
const VARIABLES = '.env';

/** Options of `stele init`. */
export interface InitOptions {
  readonly force?: boolean;
  readonly json?: boolean;
}

const NAMES: Readonly<Record<Framework, string>> = {
  astro: 'Astro',
  next: 'Next.js',
  vite: 'Vite',
  none: 'no framework',
};

/** `stele init`: writes a first config, and what goes with it, into the working folder. @returns the exit code */
export async function initCommand(options: InitOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const output = new Output(options);
  const folder = process.cwd();
  const existing = findConfig(folder);
  if (existing !== null && (!options.force || path.basename(existing) !== CONFIG)) {
    const name = path.basename(existing);
    throw new UserError(
      name === CONFIG
        ? `There is a ${CONFIG} already. To overwrite it, run the command again with --force.`
        : `There is a config already: ${name}. Move it away first.`,
    );
  }
  const framework = await detectFramework(folder);
  const written = [CONFIG];
  await writeFileAtomically(path.join(folder, CONFIG), firstConfig(framework));
  if (options.force || (await readTextIfThere(path.join(folder, EXAMPLE))) === null) {
    await writeFileAtomically(path.join(folder, EXAMPLE), writeVariables({}));
    written.push(EXAMPLE);
  }
  // Never overwritten: it can hold what is nowhere else.
  const known = await findSiteVariables(env);
  if (known.STELE_URL && (await readTextIfThere(path.join(folder, VARIABLES))) === null) {
    await writeFileAtomically(path.join(folder, VARIABLES), writeVariables(known), { file: 0o600 });
    written.push(VARIABLES);
  }
  if (await ignoreEnv(path.join(folder, '.gitignore'))) written.push('.gitignore');
  output.result({ framework, written });
  output.say(`Found ${NAMES[framework]}. Wrote ${written.join(', ')}.\n`);
  output.say('Next:');
  output.say('  npm install --save-dev @stele/schema   so that your editor knows what the config may say');
  output.say('  stele login                            with the address of the API and an admin token');
  output.say('  stele diff                             shows what a push would change');
  output.say('  stele push                             makes the config the schema of the project');
  return 0;
}
