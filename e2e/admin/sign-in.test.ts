import { rawRequest } from '@stele/testing/raw-request';
import { describe, expect, it } from 'vitest';
import { follow, newContext, picture } from '../support/browser.ts';
import { browser, hasBrowser, openStranger, useProject } from '../support/project.ts';

describe('signing in through the admin', () => {
  const project = useProject();

  const attempt = (
    from: string,
    headers: Record<string, string> = {},
    password = 'a wrong password',
    email = project.owner.email,
  ) => rawRequest(project.urls.admin, '/auth/sign-in/email', { from, headers, body: { email, password } });

  it('tells people apart by the address they really come from', async () => {
    // All at once: one after the other, they might take until the limit is over.
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
    const refused = await attempt('127.0.0.21', {}, project.owner.password);
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await attempt('127.0.0.22', {}, project.owner.password)).status).toBe(200);
  });

  it.skipIf(!hasBrowser)('says in a sentence how long to wait', async () => {
    const page = await openStranger('/sign-in');
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
    await page.context().close();
  });

  it.skipIf(!hasBrowser)(
    "tells no server an invitation's secret but to look at it and accept it, on the way through sign-in",
    async () => {
      const grace = await project.verifiedMember('Grace');
      const second = await project.asOwner('POST', '/projects', { name: 'Second' });
      const invitation = { email: grace.email, role: 'editor' };
      const invited = await project.asOwner('POST', `/projects/${second.id}/invitations`, invitation);
      const link = new URL(String(invited.accept_url));
      const secret = link.hash.slice(1);
      const context = await newContext(await browser());
      const page = await context.newPage();
      const receivers: string[] = [];
      page.on('request', (request) => {
        const sent = [request.url().split('#')[0], JSON.stringify(request.headers()), request.postData() ?? ''];
        if (sent.join().includes(secret)) receivers.push(new URL(request.url()).pathname);
      });
      await page.goto(link.href);
      // Who isn't signed in isn't told that the address has an account, unless they try to make one.
      await page.getByRole('heading', { name: 'I have an account' }).waitFor();
      await page.getByRole('heading', { name: 'I am new here' }).waitFor();
      await page.getByLabel('Your name').fill('Grace');
      await page.getByLabel('Password').fill('another long password');
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByText('This address has an account.').waitFor();
      await follow(page.getByRole('link', { name: 'Sign in to join' }), 'Sign in');
      await page.getByLabel('Email').fill(grace.email);
      await page.getByLabel('Password').fill(grace.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText(`You are signed in as ${grace.email}.`).waitFor();
      await page.getByRole('button', { name: 'Join' }).click();
      await page.waitForURL(`**/projects/${second.id}`);
      expect(new Set(receivers)).toEqual(new Set(['/trpc/invitations.preview', '/trpc/invitations.accept']));
      await context.close();
    },
  );

  it.skipIf(!hasBrowser)('stays on the site when the address names another', async () => {
    const context = await newContext(await browser());
    const page = await context.newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).hostname === 'evil.example') elsewhere.push(request.url());
    });
    await page.goto(`${project.urls.admin}/sign-in?next=/%09/evil.example/x`);
    await page.getByLabel('Email').fill(project.owner.email);
    await page.getByLabel('Password').fill(project.owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((at) => !at.pathname.startsWith('/sign-in'));
    await page.getByRole('main').waitFor();
    expect([new URL(page.url()).origin, elsewhere]).toEqual([project.urls.admin, []]);
    await context.close();
  });
});
