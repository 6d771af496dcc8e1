import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestApp } from '@stele/core/testing/test-app';
import type { Workplace } from './stele.ts';

/**
 * Installs a package in the place of @stele/server whose instance is an API that runs already, at a new project of it.
 *
 * @param failure a failure that keeps the stand-in from starting, with its message
 */
export async function installStandIn(place: Workplace, app: TestApp, failure: object | null = null): Promise<void> {
  const { id, tokens } = await app.project({ locales: ['en'] });
  const access = {
    api_url: app.url,
    admin_url: 'http://localhost:3101',
    content_url: 'http://localhost:3102',
    project_id: id,
    tokens: { admin: tokens.admin, read_published: tokens.read_published },
    login: { email: 'admin@example.org', password: 'a long password' },
  };
  await mkdir(path.join(place.folder, 'node_modules', '@stele', 'server'), { recursive: true });
  await place.write('node_modules/@stele/server/package.json', '{ "type": "module", "main": "index.js" }');
  await place.write(
    'node_modules/@stele/server/index.js',
    `import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
const seeded = ${JSON.stringify(access)};
const failure = ${JSON.stringify(failure)};
export const readInstanceSettings = (env) => ({ dataDirectory: env.STELE_DATA_DIR });
export async function startInstance(settings) {
  if (failure) throw Object.assign(new Error(), failure);
  await mkdir(settings.dataDirectory, { recursive: true });
  await writeFile(path.join(settings.dataDirectory, 'instance.json'), JSON.stringify(seeded));
  return { settings, seeded, failed: new Promise(() => undefined), stop: async () => undefined };
}
`,
  );
}
