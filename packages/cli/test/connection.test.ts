import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestProject } from '../../core/test/support/test-app.ts';
import { makeWorkplace, type Workplace } from './support/stele.ts';

let app: TestApp;
let project: TestProject;
let place: Workplace;

beforeAll(async () => {
  app = await startTestApp();
  project = await app.project({ name: 'One' });
});
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());
afterAll(() => app.close());

/** A server that is somebody else's, which keeps all that it's sent. */
async function startStranger() {
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    sent.push(`${JSON.stringify(request.headers)} ${Buffer.concat(chunks)}`);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('with --url', () => {
  it('what the environment holds for another address is not sent there', async () => {
    const stranger = await startStranger();
    const pair = { STELE_URL: app.url, STELE_TOKEN: project.tokens.admin };
    const person = { STELE_URL: app.url, STELE_EMAIL: 'a@example.org', STELE_PASSWORD: 'a long password' };
    for (const [args, env] of [
      [['tokens', 'me'], pair],
      [['push', '--yes'], pair],
      [['login'], pair],
      [['login', '--no-browser'], pair],
      [['projects', 'list'], person],
      [['deployments', '--email', 'a@example.org'], person],
    ] as const) {
      const run = await place.run([...args, '--url', stranger.url], env);
      expect(run.code, args.join(' ')).toBe(2);
    }
    for (const args of [['tokens', 'me'], ['login']]) {
      const { stderr } = await place.run([...args, '--url', stranger.url], pair);
      expect(stderr).toContain(`STELE_TOKEN is for the address in STELE_URL (${app.url}), and isn't sent to`);
    }
    expect(stranger.sent.join('\n')).not.toMatch(/stl_admin|a long password/);
    await stranger.close();
  });

  it('the environment counts when it names the same address in another way, or none', async () => {
    const ways = [`${app.url}/`, `${app.url}/v1`, app.url.replace('http', 'HTTP'), undefined];
    for (const own of ways) {
      const env = { STELE_TOKEN: project.tokens.admin, ...(own !== undefined && { STELE_URL: own }) };
      const run = await place.run(['tokens', 'me', '--url', app.url], env);
      expect([run.code, run.stderr], own).toEqual([0, '']);
    }
  });
});
