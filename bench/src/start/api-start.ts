import path from 'node:path';
import { type RunningProgram, startProgram } from './started-program.ts';

/** Where an API runs, and the path that is requested until it answers: `/readyz` by default. */
export interface ApiPlace {
  readonly databaseUrl: string;
  readonly dataDirectory: string;
  readonly port: number;
  readonly probe?: { readonly path: string; readonly headers: Readonly<Record<string, string>> };
}

/**
 * Starts the built API of a checkout, as operators do, on a database that is migrated.
 *
 * @param root folder of the checkout
 */
export function startBuiltApi(
  root: string,
  { databaseUrl, dataDirectory, port, probe = { path: '/readyz', headers: {} } }: ApiPlace,
): Promise<RunningProgram> {
  return startProgram({
    command: ['node', 'dist/main.js', 'api'],
    folder: path.join(root, 'packages', 'server'),
    env: {
      ...process.env,
      API_PORT: String(port),
      DATABASE_URL: databaseUrl,
      STELE_AUTH_SECRET: 's'.repeat(40),
      STELE_ENCRYPTION_KEYS: `bench:${'A'.repeat(43)}`,
      STELE_DATA_DIR: dataDirectory,
    },
    probe: { url: `http://127.0.0.1:${port}${probe.path}`, headers: probe.headers },
  });
}
