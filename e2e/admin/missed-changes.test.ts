import type { Page, Route } from '@playwright/test';
import { beforeAll, describe, it } from 'vitest';
import { follow } from '../support/browser.ts';
import { hasBrowser, things, useProject } from '../support/project.ts';

/** Holds the next request to an address back. @returns a function that waits for that request */
async function holdNext(page: Page, url: string | RegExp): Promise<() => Promise<Route>> {
  let found: (route: Route) => void = () => undefined;
  const next = new Promise<Route>((resolve) => {
    found = resolve;
  });
  await page.route(url, found, { times: 1 });
  return () => next;
}

const STREAM = '**/events*';
const LIST = /\/trpc\/.*entries\.list/;

describe.skipIf(!hasBrowser)('a change that comes before a page hears of changes', () => {
  const project = useProject({ collections: [things()] });
  beforeAll(() => project.create('things', { en: { name: 'Long there' } }));

  /** Opens the list, with its stream held back. */
  const openList = async (): Promise<{ page: Page; stream: Route }> => {
    const { page } = await project.open('/schema');
    const held = await holdNext(page, STREAM);
    await page.goto(project.url('/entries?collection=things'));
    await page.getByRole('link', { name: 'Long there' }).waitFor();
    return { page, stream: await held() };
  };
  const create = (name: string) => project.create('things', { en: { name } });
  const shows = (page: Page, name: string) => page.getByRole('link', { name }).waitFor();

  it('is shown once the stream begins', async () => {
    const { page, stream } = await openList();
    await create('Before the stream');
    await stream.continue();
    await shows(page, 'Before the stream');
    await page.context().close();
  });

  it.each(['breaks', 'is refused'])(
    'is shown when the stream %s before its first event',
    { tags: ['full'] },
    async (how) => {
      const { page, stream } = await openList();
      await create(`The stream ${how}`);
      if (how === 'breaks') await stream.abort('connectionreset');
      else await stream.fulfill({ status: 503, body: '' });
      await shows(page, `The stream ${how}`);
      await page.context().close();
    },
  );

  it('is shown when the list has not been read yet as the page hears of it', { tags: ['full'] }, async () => {
    const { page } = await project.open('/settings');
    const streaming = page.waitForResponse(STREAM);
    await page.goto(project.url('/schema'));
    await streaming;
    const held = await holdNext(page, LIST);
    await follow(page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Things/ }), 'Things');
    const list = await held();
    const early = await list.fetch();
    // The counts in the sidebar are read again together with the lists.
    const heard = page.waitForRequest(/entries\.count/);
    await create('Read too early');
    await heard;
    await list.fulfill({ response: early });
    await shows(page, 'Read too early');
    await page.context().close();
  });
});
