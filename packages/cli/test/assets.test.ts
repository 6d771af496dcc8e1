import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { AssetLibrary, startMediaApp } from '@stele/core/testing/media-app';
import type { LooseBody } from '@stele/testing/api-client';
import { startProxy } from '@stele/testing/proxy';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachConnected } from './support/connected.ts';
import { type Spawned, spawnStele } from './support/spawned.ts';

const LARGE = 120_000_000;

const at = eachConnected();
let library: AssetLibrary;

beforeEach(() => {
  library = new AssetLibrary(at.project);
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function put(name: string, bytes: Uint8Array): Promise<void> {
  const file = path.join(at.place.folder, 'pictures', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

async function upload(...more: string[]): Promise<{ code: number; result: LooseBody }> {
  const { code, stdout, stderr } = await at.place.run(['assets', 'upload', 'pictures', '--json', ...more]);
  expect(stdout, stderr).not.toBe('');
  return { code, result: JSON.parse(stdout) };
}

const all = async (): Promise<LooseBody[]> => (await at.project.api.get(`${library.assets}?limit=100`)).body.data;

/** Path of folder and name of each asset. */
async function places(): Promise<string[]> {
  const folders: LooseBody[] = (await at.project.api.get(`${library.project}/asset-folders`)).body.data;
  const pathOf = (id: string | null): string => {
    const folder = folders.find((one) => one.id === id);
    return folder ? `${pathOf(folder.parent_id)}${folder.name}/` : '';
  };
  return (await all()).map(({ folder_id, filename }) => `${pathOf(folder_id)}${filename}`).sort();
}

describe('stele assets upload', () => {
  it('makes assets of the files of a folder, and folders of its folders', async () => {
    const hill = randomBytes(3000);
    await put('hill.JPG', hill);
    await put('Press/2026/team.png', randomBytes(2000));
    await put('Press/guide.pdf', randomBytes(1000));
    await put('.DS_Store', randomBytes(10));
    await put('empty.txt', new Uint8Array());
    const { code, result } = await upload('--folder', 'Site');
    expect(code).toBe(0);
    expect(result.uploaded.map(({ file }: LooseBody) => file).sort()).toEqual([
      'Press/2026/team.png',
      'Press/guide.pdf',
      'hill.JPG',
    ]);
    expect(result).toMatchObject({ skipped: [], failed: [], sent_bytes: 6000 });
    expect(await places()).toEqual(['Site/Press/2026/team.png', 'Site/Press/guide.pdf', 'Site/hill.JPG']);
    const shown = (await all()).find(({ filename }) => filename === 'hill.JPG');
    expect(shown).toMatchObject({ mime: 'image/jpeg', bytes: 3000, sha256: sha256(hill), status: 'ready' });
  });

  it('skips what is there by its bytes, under any name, and sends the same bytes once', async () => {
    for (let n = 0; n < 12; n++) await put(`${n}.jpg`, randomBytes(1000 + n));
    expect((await upload('--concurrency', '5')).result.uploaded).toHaveLength(12);
    const twin = randomBytes(500);
    await put('other/new.jpg', twin);
    await put('other/twin.jpg', twin);
    const { result } = await upload();
    expect(result.uploaded.map(({ file }: LooseBody) => file)).toEqual(['other/new.jpg']);
    expect(result.skipped).toHaveLength(13);
    expect(result.sent_bytes).toBe(500);
    expect(await all()).toHaveLength(13);
  });

  it('sends of a large file that an earlier run began only the parts that are missing', {
    tags: ['full'],
  }, async () => {
    const body = randomBytes(LARGE);
    await put('film.mp4', body);
    const begun = await library.begin({ filename: 'film.mp4', mime: 'video/mp4', body });
    const missing = begun.parts.slice(5);
    for (const { uploadUrl, offset, bytes } of begun.parts.slice(0, 5)) {
      const sent = await fetch(uploadUrl, { method: 'PUT', body: body.subarray(offset, offset + bytes) });
      expect(sent.status).toBe(200);
    }
    const { code, result } = await upload();
    expect(code).toBe(0);
    expect(missing.length).toBeGreaterThan(0);
    expect(result.sent_bytes).toBe(missing.reduce((sum: number, { bytes }: LooseBody) => sum + bytes, 0));
    expect(result.uploaded).toEqual([{ file: 'film.mp4', asset_id: begun.asset_id }]);
    expect(await library.get(begun.asset_id)).toMatchObject({ status: 'ready', sha256: sha256(body) });
  });

  it('begins again when what was sent earlier is of another file', { tags: ['full'] }, async () => {
    const body = randomBytes(LARGE);
    await put('film.mp4', body);
    const begun = await library.begin({ filename: 'film.mp4', mime: 'video/mp4', body });
    const [{ uploadUrl, bytes }] = begun.parts;
    await fetch(uploadUrl, { method: 'PUT', body: randomBytes(bytes) });
    const { result } = await upload();
    expect(result.uploaded).toHaveLength(1);
    expect(result.uploaded[0].asset_id).not.toBe(begun.asset_id);
    expect(await all()).toMatchObject([{ id: result.uploaded[0].asset_id, sha256: sha256(body) }]);
  });

  it('goes on after it was killed, and makes nothing twice', { tags: ['full'] }, async () => {
    const files = new Map(Array.from({ length: 30 }, (_, n) => [`${n}.jpg`, randomBytes(20_000 + n)]));
    for (const [name, body] of files) await put(name, body);
    let killed: Spawned | undefined;
    let completed = 0;
    const proxy = await startProxy(at.app.url, ({ url }) => {
      if (url?.endsWith('/complete') && ++completed === 10) killed?.child.kill('SIGKILL');
      return false;
    });
    try {
      const env = { STELE_URL: proxy.url, STELE_TOKEN: at.project.tokens.admin };
      killed = spawnStele(['assets', 'upload', 'pictures'], { folder: at.place.folder, env });
      expect((await killed.ended).code).toBe(-1);
    } finally {
      await proxy.close();
    }
    const { code, result } = await upload();
    expect(code).toBe(0);
    expect(result.skipped.length).toBeGreaterThan(0);
    expect(result.uploaded.length).toBeGreaterThan(0);
    const found = await all();
    expect(found.map(({ filename, sha256: digest }) => `${filename} ${digest}`).sort()).toEqual(
      [...files].map(([name, body]) => `${name} ${sha256(body)}`).sort(),
    );
    expect((await at.project.api.get(`${library.assets}?status=pending`)).body.data).toEqual([]);
  });

  it('takes an upload of an earlier run that is completed meanwhile, and makes nothing twice', async () => {
    const bodies = new Map(['hill.jpg', 'lake.jpg'].map((name, n) => [name, randomBytes(5000 + n)]));
    const begun = new Map<string, LooseBody>();
    for (const [filename, body] of bodies) {
      await put(filename, body);
      const sent = await library.begin({ filename, mime: 'image/jpeg', body });
      await fetch(sent.uploadUrl, { method: 'PUT', headers: sent.headers, body });
      begun.set(filename, sent);
    }
    const complete = (name: string) => library.complete(begun.get(name)?.asset_id);
    let listings = 0;
    const proxy = await startProxy(at.app.url, async ({ method, url }) => {
      if (method === 'GET' && url?.includes('/assets?') && ++listings === 2) await complete('hill.jpg');
      if (url?.endsWith('/upload-urls')) await complete('lake.jpg');
      return false;
    });
    try {
      const run = await at.place.run(['assets', 'upload', 'pictures', '--json'], { STELE_URL: proxy.url });
      expect(run.code, run.stderr).toBe(0);
    } finally {
      await proxy.close();
    }
    expect((await all()).map(({ id }) => id).sort()).toEqual(
      [...begun.values()].map(({ asset_id }) => asset_id).sort(),
    );
  });

  it('sends a file again by a new address when the first one does not take it', async () => {
    const body = randomBytes(5000);
    await put('hill.jpg', body);
    let refused = 0;
    const storage = createServer((request, response) => {
      refused++;
      request.resume();
      response.writeHead(403).end('The address has ended.');
    });
    await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
    const elsewhere = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
    const proxy = await startProxy(at.app.url, async (request, response) => {
      if (!request.url?.endsWith('/assets/uploads')) return false;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { authorization = '' } = request.headers;
      const answer = await fetch(`${at.app.url}${request.url}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: Buffer.concat(chunks),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end((await answer.text()).replaceAll(at.app.contentUrl, elsewhere));
      return true;
    });
    try {
      const run = await at.place.run(['assets', 'upload', 'pictures', '--json'], { STELE_URL: proxy.url });
      expect(run.code, run.stderr).toBe(0);
      expect(refused).toBe(1);
      expect(await all()).toMatchObject([{ filename: 'hill.jpg', sha256: sha256(body), status: 'ready' }]);
    } finally {
      await proxy.close();
      storage.close();
    }
  });

  it('names files that the API refuses, and uploads the others', async () => {
    await put('good.jpg', randomBytes(100));
    await put('page.html', Buffer.from('<script>alert(1)</script>'));
    const { code, result } = await upload();
    expect(code).toBe(2);
    expect(result.uploaded).toHaveLength(1);
    expect(result.failed).toMatchObject([{ file: 'page.html', asset_id: null }]);
    expect(result.failed[0].error).toMatch(/browsers would run/);
  });

  it('names files that an earlier upload brought and that could not be processed, each time', async () => {
    const message = 'The PDF is damaged.';
    const mediaProcessor = { process: async () => ({ status: 'failed', code: 'not_decodable', message }) as const };
    const app = await startMediaApp({ mediaProcessor });
    try {
      const bytes = randomBytes(100);
      await put('bad.pdf', bytes);
      await put('copy.pdf', bytes);
      const { tokens } = await app.project();
      const connected = { STELE_URL: app.url, STELE_TOKEN: tokens.admin };
      for (const _run of [1, 2]) {
        const run = await at.place.run(['assets', 'upload', 'pictures', '--json'], connected);
        const failed = ['bad.pdf', 'copy.pdf'].map((file) => {
          return { file, asset_id: expect.stringMatching(/^ast_/), error: message };
        });
        expect([run.code, JSON.parse(run.stdout)]).toEqual([2, expect.objectContaining({ skipped: [], failed })]);
      }
    } finally {
      await app.close();
    }
  });

  it('finds and makes folders by their names without the spaces at their ends', async () => {
    await put('Trail /one.jpg', randomBytes(100));
    await put('Trail /two.jpg', randomBytes(110));
    expect((await upload('--folder', ' Press / 2026')).result).toMatchObject({ failed: [] });
    await put('Trail /three.jpg', randomBytes(120));
    expect((await upload('--folder', ' Press / 2026')).code).toBe(0);
    const folder = 'Press/2026/Trail';
    expect(await places()).toEqual([`${folder}/one.jpg`, `${folder}/three.jpg`, `${folder}/two.jpg`]);
  });

  it('finds folders and files whose names are in another form of Unicode, as Macs write them', async () => {
    await put('Cafe\u0301/u\u0308ber uns.jpg', randomBytes(100));
    await put('Cafe\u0301/two.jpg', randomBytes(110));
    expect((await upload()).result).toMatchObject({ failed: [] });
    await put('Cafe\u0301/three.jpg', randomBytes(120));
    expect((await upload()).result).toMatchObject({ failed: [] });
    expect(await places()).toEqual(['Caf\u00e9/three.jpg', 'Caf\u00e9/two.jpg', 'Caf\u00e9/\u00fcber uns.jpg']);
  });

  it.each(['l'.repeat(101), 'back\\slash', 'two\nlines', '   '])(
    'names the folder %j, which the API refuses, and uploads the other files',
    async (name) => {
      await put(`${name}/one.jpg`, randomBytes(100));
      await put(`${name}/two.jpg`, randomBytes(110));
      await put('other/three.jpg', randomBytes(120));
      const { code, result } = await upload();
      expect([code, await places()]).toEqual([2, ['other/three.jpg']]);
      expect(result.failed.map(({ file }: LooseBody) => file)).toEqual([`${name}/one.jpg`, `${name}/two.jpg`]);
      for (const { error } of result.failed)
        expect(error).toContain(`The folder ${JSON.stringify(name)} can't be made`);
    },
  );

  it('says for people what it does, and what is wrong', async () => {
    await put('good.jpg', randomBytes(100));
    const { stdout } = await at.place.run(['assets', 'upload', 'pictures']);
    expect(stdout).toMatch(/1 files? to upload/);
    expect(stdout).toMatch(/1 of 1 {2}good\.jpg/);
    const missing = await at.place.run(['assets', 'upload', 'nowhere']);
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.stderr).toContain('There is no readable file or folder nowhere.');
    const reader = await at.place.run(['assets', 'upload', 'pictures'], {
      STELE_TOKEN: at.project.tokens.read_published,
    });
    expect(reader.stderr).toContain('Uploading needs an admin token.');
  });
});
