type Environment = Record<string, string | undefined>;

/** Variables that each environment got from files, which may change while a development server runs. */
const taken = new WeakMap<Environment, Environment>();

/**
 * Takes STELE_* variables of a site's .env files into the environment, where the loader looks for them. Variables of the
 * environment itself stay; variables that an earlier call took from files are replaced.
 *
 * @param read the variables of the files
 * @returns all STELE_* variables as one text, which is another one once a file says something else
 */
export function takeVariables(read: () => Environment, env: Environment = process.env): string {
  for (const [name, value] of Object.entries(taken.get(env) ?? {})) if (env[name] === value) delete env[name];
  const found: Environment = {};
  for (const [name, value] of Object.entries(read())) {
    if (name.startsWith('STELE_') && value && !env[name]) found[name] = value;
  }
  Object.assign(env, found);
  taken.set(env, found);
  return JSON.stringify(Object.entries(env).filter(([name]) => name.startsWith('STELE_')));
}
