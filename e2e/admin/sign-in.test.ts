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

  const attempt = (from: string, headers: Record<string, string> = {}, password = 'a wrong password') =>
    rawRequest(stele.urls.admin, '/auth/sign-in/email', {
      from,
      headers,
      body: { email: file.login.email, password },
    });

  it('tells people apart by the address they really come from', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const invented = {
        'x-forwarded-for': `203.0.113.${n}`,
        'x-real-ip': `203.0.113.${n}`,
        'x-stele-client-address': `203.0.113.${n}`,
        'x-stele-forwarded-client': `203.0.113.${n};${Date.now()};${'a'.repeat(43)}`,
      };
      statuses.push((await attempt('127.0.0.21', invented)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
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
    for (let n = 0; n < 10; n++) expect(await press()).toBe(401);
    await page.getByText("Email and password don't match.").waitFor();
    expect(await press()).toBe(429);
    await page.getByText(/^Too many attempts\. Try again in \d+ seconds?\.$/).waitFor();
    await picture(page, 'sign-in-limited');
    await page.close();
  });

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
