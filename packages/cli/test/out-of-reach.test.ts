import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from './support/stele.ts';

let place: Workplace;

beforeEach(async () => {
  place = await makeWorkplace();
  await place.write('stele.config.ts', 'export default {};');
  await place.write('content.jsonl', '');
});
afterEach(() => place.remove());

/** An address where nothing listens any more. */
async function refusing(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

describe('a command whose API is not there', () => {
  it('says so, tries again a few times only, and gives up', async () => {
    const url = await refusing();
    const { code, stdout, stderr } = await place.run(['import', 'content.jsonl'], {
      STELE_URL: url,
      STELE_TOKEN: 'stl_admin_x',
    });
    const [first, last] = stderr.trim().split('\n');
    expect([code, stdout]).toEqual([2, '']);
    expect(first).toBe(`The API can't be reached (connect ECONNREFUSED ${url.slice('http://'.length)}). Trying again.`);
    expect(last).toMatch(/^The API can't be reached .* Is it running, and is the address right\?/);
  });

  it('names stele dev when it is the instance of this folder', async () => {
    const url = await refusing();
    await mkdir(path.join(place.folder, '.stele'));
    await place.write('.stele/instance.json', JSON.stringify({ api_url: url, tokens: { admin: 'stl_admin_x' } }));
    const start = `Nothing runs at ${url}, the address of this folder's own Stele. Start it with "npx stele dev"`;
    for (const args of [['import', 'content.jsonl'], ['types'], ['tokens', 'me']]) {
      const { code, stderr } = await place.run(args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(start)]);
    }
    expect((await place.run(['doctor'])).stdout).toContain(start);
    const elsewhere = await place.run(['types'], { STELE_URL: await refusing(), STELE_TOKEN: 'stl_admin_x' });
    expect(elsewhere.stderr).not.toContain('npx stele dev');
  });
});
