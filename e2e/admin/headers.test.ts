import { createHash } from 'node:crypto';
import { rawRequest } from '@stele/testing/raw-request';
import { describe, expect, it } from 'vitest';
import { type Processes, withProcesses } from '../support/processes.ts';
import { hasBrowser, useProject } from '../support/project.ts';

describe('what the admin tells browsers', () => {
  const project = useProject();

  const header = (headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string =>
    String(headers[name] ?? '');

  it('lets only its own scripts run, and no site frame it', async () => {
    for (const path of ['/', '/sign-in', '/setup', `/projects/${project.id}/entries`, '/there/is/nothing']) {
      const { status, headers, text } = await rawRequest(project.urls.admin, path);
      expect([path, status]).toEqual([path, 200]);
      const policy = header(headers, 'content-security-policy');
      const scripts = /script-src([^;]*)/.exec(policy)?.[1] ?? '';
      expect(scripts).toMatch(/^ 'self'(?: 'sha256-[\w+/]{43}=')+$/);
      for (const part of [
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        `connect-src 'self' ${project.urls.content};`,
      ]) {
        expect(policy).toContain(part);
      }
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
      expect(headers['strict-transport-security']).toBeUndefined();
      const within = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
        ([, code = '']) => code,
      );
      expect(within.length).toBeGreaterThan(1);
      for (const code of within) expect(scripts).toContain(createHash('sha256').update(code).digest('base64'));
      expect(text).not.toMatch(/\son\w+=|javascript:/);
    }
  });

  it('lets browsers guess no types, and passes on the headers of the API', async () => {
    const { text } = await rawRequest(project.urls.admin, '/sign-in');
    const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
    for (const path of [script, '/icon.svg', '/readyz']) {
      const { status, headers } = await rawRequest(project.urls.admin, path);
      expect([path, status, headers['x-content-type-options']]).toEqual([path, 200, 'nosniff']);
    }
    for (const path of ['/auth/get-session', '/trpc/instance.status?input=%7B%7D', '/auth/nope']) {
      const { headers } = await rawRequest(project.urls.admin, path);
      expect([path, header(headers, 'content-security-policy')]).toEqual([
        path,
        "default-src 'none'; frame-ancestors 'none'",
      ]);
    }
  });

  it('answers paths that no route can have', async () => {
    for (const path of ['/%ff', '/projects/%ff/entries', '/auth/%ff', `/auth/${'/'.repeat(15_500)}`]) {
      const { status } = await rawRequest(project.urls.admin, path);
      expect([path.slice(0, 30), status >= 300 && status < 500]).toEqual([path.slice(0, 30), true]);
    }
  });

  it('asks for https from then on where it has an https address', async () => {
    const ask = (stele: Processes) => rawRequest(stele.urls.admin, '/sign-in');
    const { headers } = await withProcesses(ask, { ADMIN_URL: 'https://admin.test' }, ['admin']);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it.skipIf(!hasBrowser)('keeps scripts from running that got into a screen by mistake', async () => {
    const { page, context, problems } = await project.open('/entries', {
      colorScheme: 'dark',
    });
    // The script that sets the colours before the first paint is inline, and named in the policy.
    await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
    expect(problems).toEqual([]);
    await page.evaluate(() => {
      const injected = '<img src="data:," alt="" onerror="window.ran = 1"><a href="javascript:window.ran = 2">here</a>';
      document.body.insertAdjacentHTML('afterbegin', injected);
    });
    await page.getByText('here', { exact: true }).click();
    await expect.poll(() => problems.length).toBe(2);
    expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined();
    await context.close();
  });
});
