import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../packages/core/test/support/free-ports.ts';
import { newContext } from './support/browser.ts';
import { untilAnswers } from './support/processes.ts';
import { browser, hasBrowser, useProject } from './support/project.ts';

const APP = path.join(import.meta.dirname, 'next-app');
const NEXT = path.join(import.meta.dirname, 'node_modules', 'next', 'dist', 'bin', 'next');
/** A folder of its own: tests of the built site may run at the same time. */
const OUTPUT = '.next-dev';

const project = useProject();
let site: ChildProcess;
let port: number;
let page: Page;
let output = '';

beforeAll(async () => {
  await rm(path.join(APP, OUTPUT), { recursive: true, force: true });
  [port = 0] = await freePorts(1);
  if (hasBrowser) await start();
});
afterAll(async () => {
  await page?.context().close();
  await stop();
  await rm(path.join(APP, OUTPUT), { recursive: true, force: true });
});

async function start(): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'development' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_DIST_DIR: OUTPUT,
    ...project.variables,
  };
  const args = [NEXT, 'dev', '--port', String(port), '--hostname', '127.0.0.1'];
  site = spawn(process.execPath, args, { cwd: APP, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [site.stdout, site.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  await untilAnswers(`http://127.0.0.1:${port}`, site, () => `next dev failed:\n${output}`);
}

async function stop(): Promise<void> {
  if (!site || site.exitCode !== null || site.signalCode !== null) return;
  const closed = once(site, 'close');
  site.kill();
  await closed;
}

async function publish(title: string): Promise<void> {
  const id = await project.create('posts', { en: { title, slug: title.toLowerCase().replaceAll(' ', '-') } });
  await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
}

describe.skipIf(!hasBrowser)('a page of next dev', () => {
  it('shows by itself what is published, also after the server was away', async () => {
    page = await (await newContext(await browser())).newPage();
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('[stele]')) warnings.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${port}`);
    await publish('Published while developing');
    await page.getByRole('heading', { name: 'Published while developing' }).waitFor();
    expect(warnings).toEqual([]);

    await stop();
    await expect.poll(() => warnings).toEqual([expect.stringContaining("can't follow what is published")]);
    await publish('Published meanwhile');
    await start();
    await page.getByRole('heading', { name: 'Published meanwhile' }).waitFor();
  });
});
