import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { MediaApp } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestProject } from '@stele/core/testing/test-app';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from './support/stele.ts';

let app: MediaApp;
let project: TestProject;
let place: Workplace;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  project = await app.project({ name: 'Blog' });
  place = await makeWorkplace();
});
afterEach(() => place.remove());

/** The command's error message. */
async function refusal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, stderr } = await place.run(args, env);
  expect(code).toBe(2);
  return stderr;
}

describe('a token that is refused', () => {
  const saying = (source: string, scope = 'admin'): string =>
    `GET /tokens/me answered 401 auth.invalid_token: The token is not valid. It is from ${source}. Make a new one: npx stele tokens create NAME --scope ${scope} --env\n`;

  it('is named by where it is from', async () => {
    const url = { STELE_URL: app.url };
    expect(await refusal(['tokens', 'me'], { ...url, STELE_TOKEN: 'wrong' })).toBe(saying('the variable STELE_TOKEN'));
    expect(await refusal(['tokens', 'me', '--token', 'wrong'], url)).toBe(saying('--token'));
    expect(await refusal(['login', '--token', 'wrong'], url)).toBe(saying('--token'));

    await place.write('.env', `STELE_URL=${app.url}\nSTELE_TOKEN=wrong\n`);
    expect(await refusal(['tokens', 'me'])).toBe(saying('STELE_TOKEN in .env or .env.local'));
    expect(await refusal(['pull', '--content', '--from', '.env', '--into', 'connected'], url)).toBe(
      saying('.env', 'read'),
    );

    const file = path.join(place.folder, '.config', 'stele', 'credentials.json');
    await mkdir(path.dirname(file), { recursive: true });
    await place.write('.config/stele/credentials.json', JSON.stringify({ url: app.url, token: 'wrong', project }));
    expect(await refusal(['tokens', 'me'])).toBe(saying(file));

    await mkdir(path.join(place.folder, '.stele'));
    await place.write('.stele/instance.json', JSON.stringify({ api_url: app.url, tokens: { admin: 'wrong' } }));
    expect(await refusal(['tokens', 'me'])).toBe(saying('.stele/instance.json'));
  });

  it('keeps its code with --json', async () => {
    const run = await place.run(['tokens', 'me', '--json'], { STELE_URL: app.url, STELE_TOKEN: 'wrong' });
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'auth.invalid_token' } });
  });
});

describe('an address at which there is no API', () => {
  it('is said to be that of something else, such as the content host', async () => {
    const sentence = `${app.contentUrl} isn't the address of a Stele API. It may be that of the admin, the site or the content host: give the API's, with --url or STELE_URL.\n`;
    const { admin } = project.tokens;
    expect(await refusal(['tokens', 'me', '--url', app.contentUrl, '--token', admin])).toBe(sentence);
    expect(await refusal(['login', '--url', app.contentUrl, '--token', admin])).toBe(sentence);
    expect(await refusal(['login', '--url', app.contentUrl, '--no-browser'])).toBe(sentence);
  });
});
