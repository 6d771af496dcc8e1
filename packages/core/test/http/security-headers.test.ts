import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

let plain: TestApp;
let secure: TestApp;
let project: TestProject;
beforeAll(async () => {
  plain = await startTestApp();
  secure = await startTestApp({ database: plain.database, apiUrl: 'https://api.test' });
  project = await plain.project();
});
afterAll(async () => {
  await secure.close();
  await plain.close();
});

type Headers = Record<string, string | string[] | undefined>;

function ask(app: TestApp, method: string, path: string, headers: Record<string, string> = {}): Promise<Headers> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(app.url);
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.headers));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** One of each kind of answer. */
const answers = (): [string, string, Record<string, string>?][] => [
  ['GET', '/v1/openapi.json'],
  ['GET', '/v1/instance'],
  ['GET', `/v1/projects/${project.id}/entries`],
  ['GET', `/v1/projects/${project.id}/entries`, { authorization: `Bearer ${project.tokens.admin}` }],
  ['GET', `/v1/projects/${project.id}/drafts/posts.en.json`, { authorization: `Bearer ${project.tokens.admin}` }],
  ['GET', `/v1/projects/${project.id}/snapshots/snap_x/posts.en.json`],
  ['OPTIONS', `/v1/projects/${project.id}/entries`],
  ['HEAD', '/v1/openapi.json'],
  ['GET', '/v1/%ff'],
  ['GET', '/v1/nope'],
  ['TRACE', '/v1/instance'],
  ['GET', '//['],
  ['GET', '/trpc/instance.status?input=%7B%7D'],
  ['GET', '/trpc/nope'],
  ['GET', '/auth/get-session'],
  ['GET', '/auth/nope'],
  ['GET', '/livez'],
  ['GET', '/readyz'],
];

describe('every answer', () => {
  it('lets no browser run, frame or sniff it, and sends no referrer to other sites', async () => {
    for (const [method, path, headers] of answers()) {
      const answer = await ask(plain, method, path, headers);
      expect([method, path, answer]).toMatchObject([
        method,
        path,
        {
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        },
      ]);
      expect([path, answer['strict-transport-security']]).toEqual([path, undefined]);
    }
  });

  it('asks for https from then on where the API has an https address', async () => {
    for (const [method, path, headers] of answers()) {
      const answer = await ask(secure, method, path, headers);
      expect([path, answer['strict-transport-security']]).toEqual([path, 'max-age=31536000']);
    }
  });
});

describe('the cookies of a session', () => {
  const cookiesOf = async (app: TestApp, origin: string): Promise<string[]> => {
    const { email } = await plain.person();
    const response = await fetch(`${app.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    return response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''));
  };

  it('are kept from scripts and other sites', async () => {
    expect(await cookiesOf(plain, plain.url)).toEqual([
      'stele.session_token; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax',
      'stele.known_browser; Path=/auth; HttpOnly; SameSite=Lax; Max-Age=31536000',
    ]);
  });

  it('go over https only, where the API or the admin has an https address', async () => {
    const cookies = [
      '__Secure-stele.session_token; Max-Age=1209600; Path=/; HttpOnly; Secure; SameSite=Lax',
      'stele.known_browser; Path=/auth; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure',
    ];
    expect(await cookiesOf(secure, 'https://api.test')).toEqual(cookies);
    const admin = await startTestApp({ database: plain.database, adminUrl: 'https://admin.test' });
    expect(await cookiesOf(admin, 'https://admin.test')).toEqual(cookies);
    await admin.close();
  });
});
