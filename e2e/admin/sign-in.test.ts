import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executablePath, launchBrowser, picture } from '../support/browser.ts';
import { type InstanceFile, newDataDirectory, removeDirectory } from '../support/instance.ts';
import { Processes } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';

describe('signing in through the admin', () => {
  let data: string;
  let stele: Processes;
  let file: InstanceFile;
  let browser: Browser | undefined;

  beforeAll(async () => {
    data = await newDataDirectory();
    stele = await Processes.start(data);
    file = await stele.instance();
    if (executablePath) browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stele.stopAll();
    await removeDirectory(data);
  });

  const attempt = (
    from: string,
    headers: Record<string, string> = {},
    password = 'a wrong password',
    email = file.login.email,
  ) => rawRequest(stele.urls.admin, '/auth/sign-in/email', { from, headers, body: { email, password } });

  /** Signs in at the API itself. @returns the session cookie */
  const sessionOf = async (email: string, password: string): Promise<string> => {
    const answer = await rawRequest(stele.urls.api, '/auth/sign-in/email', {
      from: '127.0.0.20',
      body: { email, password },
    });
    expect(answer.status).toBe(200);
    return [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  };

  it('tells people apart by the address they really come from', async () => {
    // At once: one after the other they might take so long that the next ones are allowed.
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        attempt('127.0.0.21', {
          'x-forwarded-for': `203.0.113.${n}`,
          'x-real-ip': `203.0.113.${n}`,
          'x-stele-client-address': `203.0.113.${n}`,
          'x-stele-forwarded-client': `203.0.113.${n};${Date.now()};${'a'.repeat(43)}`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await attempt('127.0.0.21', {}, file.login.password);
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await attempt('127.0.0.22', {}, file.login.password)).status).toBe(200);
  });

  it.skipIf(!executablePath)('says in a sentence how long to wait', async () => {
    const page = await browser?.newPage();
    if (!page) return;
    await page.goto(`${stele.urls.admin}/sign-in`);
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByLabel('Password').fill('a wrong password');
    const press = async () => {
      const answer = page.waitForResponse('**/auth/sign-in/email');
      await page.getByRole('button', { name: 'Sign in' }).click();
      return (await answer).status();
    };
    const others = Array.from({ length: 9 }, () => attempt('127.0.0.1', {}, 'wrong too', 'nobody@example.org'));
    for (const { status } of await Promise.all(others)) expect(status).toBe(401);
    expect(await press()).toBe(401);
    await page.getByText("Email and password don't match.").waitFor();
    expect(await press()).toBe(429);
    await page.getByText(/^Too many attempts\. Try again in \d+ seconds?\.$/).waitFor();
    await picture(page, 'sign-in-limited');
    await page.close();
  });

  it.skipIf(!executablePath)(
    "tells no server an invitation's secret but to look at it and accept it, on the way through sign-in",
    async () => {
      const owner = await sessionOf(file.login.email, file.login.password);
      const post = async (path: string, body: object, cookie?: string) => {
        const headers = { origin: stele.urls.admin, ...(cookie && { cookie }) };
        const answer = await rawRequest(stele.urls.api, `/v1${path}`, { headers, body });
        expect([path, answer.status < 300]).toEqual([path, true]);
        return JSON.parse(answer.text);
      };
      const grace = { email: 'grace@example.org', password: 'another long password' };
      const invite = async (project: string) => {
        const { accept_url } = await post(
          `/projects/${project}/invitations`,
          { email: grace.email, role: 'editor' },
          owner,
        );
        return new URL(accept_url);
      };
      const first = await invite(file.project_id);
      await post('/invitations/accept', { secret: first.hash.slice(1), name: 'Grace', password: grace.password });
      const second = await post('/projects', { name: 'Second' }, owner);
      const link = await invite(second.id);
      const secret = link.hash.slice(1);

      const context = await browser?.newContext();
      const page = await context?.newPage();
      if (!page) return;
      const told: string[] = [];
      page.on('request', (request) => {
        const sent = [request.url().split('#')[0], JSON.stringify(request.headers()), request.postData() ?? ''];
        if (sent.join().includes(secret)) told.push(new URL(request.url()).pathname);
      });
      await page.goto(link.href);
      await page.getByText(`Sign in as ${grace.email} to join.`).waitFor();
      await page.getByRole('link', { name: 'Sign in to join' }).click();
      await page.getByLabel('Email').fill(grace.email);
      await page.getByLabel('Password').fill(grace.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText(`You are signed in as ${grace.email}.`).waitFor();
      await page.getByRole('button', { name: 'Join' }).click();
      await page.waitForURL(`**/projects/${second.id}/**`);
      expect(new Set(told)).toEqual(new Set(['/trpc/invitations.preview', '/trpc/invitations.accept']));
      await context?.close();
    },
  );

  it.skipIf(!executablePath).each(['/%09/evil.example/x', '//evil.example/x', '/.//evil.example/x'])(
    'stays on the site when the address says %s',
    async (next) => {
      const context = await browser?.newContext();
      const page = await context?.newPage();
      if (!page) return;
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).hostname === 'evil.example') elsewhere.push(request.url());
      });
      await page.goto(`${stele.urls.admin}/sign-in?next=${next}`);
      await page.getByLabel('Email').fill(file.login.email);
      await page.getByLabel('Password').fill(file.login.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL((at) => !at.pathname.startsWith('/sign-in'));
      await page.getByRole('main').waitFor();
      expect([new URL(page.url()).origin, elsewhere]).toEqual([stele.urls.admin, []]);
      await context?.close();
    },
  );
});
