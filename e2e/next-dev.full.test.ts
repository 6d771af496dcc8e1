// @module-tag full
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePorts } from '@stele/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newContext } from './support/browser.ts';
import { NEXT_APP, startNextDev, stopNextDev } from './support/next-dev.ts';
import { browser, hasBrowser, useProject } from './support/project.ts';

const OUTPUT = '.next-dev';

const project = useProject();
let site: ChildProcess | undefined;
let port: number;
let page: Page;
/** Where the site says where it is. */
let file: string;

beforeAll(async () => {
  await rm(path.join(NEXT_APP, OUTPUT), { recursive: true, force: true });
  [port = 0] = await freePorts(1);
  file = path.join(await mkdtemp(path.join(tmpdir(), 'stele-next-dev-')), 'site-url');
  if (hasBrowser) await start();
});
afterAll(async () => {
  await page?.context().close();
  await stopNextDev(site);
  await rm(path.join(NEXT_APP, OUTPUT), { recursive: true, force: true });
  await rm(path.dirname(file), { recursive: true, force: true });
});

async function start(): Promise<void> {
  const variables = { ...project.variables, STELE_SITE_FILE: file };
  site = await startNextDev({ hostname: '127.0.0.1', port, folder: OUTPUT, variables });
}

async function publish(title: string): Promise<void> {
  const id = await project.create('posts', { en: { title, slug: title.toLowerCase().replaceAll(' ', '-') } });
  await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
}

describe.skipIf(!hasBrowser)('a page of next dev', () => {
  it('is where the site says that it is', async () => {
    expect(await readFile(file, 'utf8')).toBe(`http://localhost:${port}\n`);
  });

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

    await stopNextDev(site);
    await expect.poll(() => warnings).toEqual([expect.stringContaining("can't follow what is published")]);
    await publish('Published meanwhile');
    await start();
    await page.getByRole('heading', { name: 'Published meanwhile' }).waitFor();
  });
});
