import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const PACKAGES = path.join(import.meta.dirname, '..', '..', '..');
const ROOT = path.join(PACKAGES, '..');
const run = promisify(execFile);

/** A registry of this machine: it has the packages of this repository, and sends clients to the usual one for others. */
export interface Registry {
  readonly url: string;
  /** Packed as for the registry, by the name of their folder. */
  readonly tarballs: ReadonlyMap<string, Buffer>;
  close(): Promise<void>;
}

/** Packs packages and serves them. @param folders of packages, such as `cli` */
export async function startRegistry(folders: readonly string[]): Promise<Registry> {
  const { packageManager } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const pnpm = packageManager.replace(/\+.*$/, '');
  const upstream = (await run('npm', ['config', 'get', 'registry'])).stdout.trim().replace(/\/?$/, '/');
  const place = await mkdtemp(path.join(tmpdir(), 'stele-registry-'));
  const tarballs = new Map<string, Buffer>();
  const documents = new Map<string, object>();
  const server = createServer(({ url = '' }, response) => {
    const asked = decodeURIComponent(url);
    const tarball = tarballs.get(asked.replace(/^\/-\//, ''));
    const document = documents.get(asked.slice(1));
    if (tarball) response.end(tarball);
    else if (document) response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
    else response.writeHead(302, { location: new URL(url.slice(1), upstream).href }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const folder of folders) {
    const args = ['--yes', pnpm, 'pack', '--json', '--pack-destination', place];
    const { stdout } = await run('npx', args, { cwd: path.join(PACKAGES, folder) });
    const file = path.resolve(place, JSON.parse(stdout.slice(stdout.indexOf('{'))).filename);
    const bytes = await readFile(file);
    const manifest = JSON.parse((await run('tar', ['-xzOf', file, 'package/package.json'])).stdout);
    const { name, version } = manifest;
    const digest = (kind: 'sha512' | 'sha1') => createHash(kind).update(bytes);
    const dist = {
      tarball: `${address}/-/${folder}`,
      integrity: `sha512-${digest('sha512').digest('base64')}`,
      shasum: digest('sha1').digest('hex'),
    };
    tarballs.set(folder, bytes);
    documents.set(name, { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } });
  }
  return {
    url: `${address}/`,
    tarballs,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(place, { recursive: true, force: true });
    },
  };
}
