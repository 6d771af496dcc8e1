import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TranslationPeer } from '../../packages/core/test/support/translation-peer.ts';
import { expectAccessible } from '../support/accessible.ts';
import { follow, picture } from '../support/browser.ts';
import { type Entry, hasBrowser, things, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('a machine translation of many entries', () => {
  const project = useProject({ collections: [things()], path: '/entries' });
  const peer = new TranslationPeer();
  beforeAll(async () => {
    await peer.start();
    await project.api('PUT', '/translations/service', { kind: 'deepl', url: peer.url, api_key: peer.key });
  });
  beforeEach(() => {
    peer.failures = [];
    peer.before = async () => undefined;
  });
  afterAll(() => peer.close());

  const missing = '/entries?collection=things&translation=de:missing';
  const count = async (): Promise<number> => (await project.api<{ data: Entry[] }>('GET', missing)).data.length;
  /** Holds what the service answers from the second text on. @returns lets it go on */
  const hold = (): (() => void) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    peer.before = async () => (++asked > 1 ? held : undefined);
    return release;
  };
  /** Has all entries of the list translated that have no German. */
  const start = async (names: readonly string[]) => {
    const { page } = project;
    for (const name of names) await project.create('things', { en: { name } });
    await project.goTo(missing);
    for (const name of names) await page.getByLabel(`Select “${name}”`).check();
    await page.getByRole('button', { name: 'Translate…' }).click();
    const dialog = page.getByRole('dialog', { name: `Translate ${names.length} entries?` });
    await dialog.getByRole('button', { name: 'Translate by machine' }).click();
    return dialog;
  };

  it('stays with its report while what is translated leaves the list', async () => {
    const { page } = project;
    const dialog = await start(['An owl', 'A wren']);
    await page.getByText('No entry matches all of these filters.').waitFor();
    await dialog.getByText('Translated 2 entries. Check them.').waitFor();
    await picture(page, 'translate-many-left-list');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    expect(await count()).toBe(0);
  });

  it('leaves out single entries that fail, and stops where no other would be translated', async () => {
    peer.failures = [413];
    const some = await start(['C 1', 'C 2', 'C 3']);
    await some.getByText('Translated 2 entries. Check them.').waitFor();
    const [left] = (await project.api<{ data: Entry[] }>('GET', missing)).data;
    const row = some.getByRole('listitem').filter({ hasText: left?.title ?? '' });
    await row.getByText('It answered 413').waitFor();
    await picture(project.page, 'translate-many-left');
    await expectAccessible(project.page, 'report of many translations');
    await project.api('DELETE', `/entries/${left?.id}`);

    peer.failures = [413, 413, 413];
    const many = await start(['D 1', 'D 2', 'D 3', 'D 4']);
    await many.getByText('The others were not translated').waitFor();
    expect([await many.getByRole('link').count(), await count()]).toEqual([3, 4]);
    for (const { id } of (await project.api<{ data: Entry[] }>('GET', missing)).data) {
      await project.api('DELETE', `/entries/${id}`);
    }

    peer.failures = [456];
    const none = await start(['E 1', 'E 2']);
    await none.getByText('the quota of the account is used up').waitFor();
    expect([await none.getByRole('link').count(), await count()]).toEqual([0, 2]);
    await project.admin.page.keyboard.press('Escape');
    for (const { id } of (await project.api<{ data: Entry[] }>('GET', missing)).data) {
      await project.api('DELETE', `/entries/${id}`);
    }
  });

  it('ends when its page is left', async () => {
    const { page } = project;
    await project.goTo('/translations');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/trpc/translations.translate')) asked.push(request.url());
    });
    for (const name of ['F 1', 'F 2', 'F 3']) await project.create('things', { en: { name } });
    await follow(page.getByRole('link', { name: 'All entries' }), 'All entries');
    await follow(page.getByRole('link', { name: 'Translations' }), 'Translations');
    const release = hold();
    await page.getByRole('button', { name: 'Translate missing: German' }).click();
    const dialog = page.getByRole('dialog', { name: 'Translate missing: German' });
    await dialog.getByRole('button', { name: 'Translate by machine' }).click();
    await expect.poll(() => asked.length).toBe(2);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'All entries' }).waitFor();
    const answered = page.waitForResponse((answer) => answer.url().includes('/trpc/translations.translate'));
    release();
    await answered;
    // Another request would go out before those of the next page.
    await follow(page.getByRole('link', { name: 'Translations' }), 'Translations');
    await page.getByRole('button', { name: 'Translate missing: German' }).waitFor();
    expect(asked.length).toBe(2);
    expect(project.admin.problems).toEqual([]);
  });

  it('is into languages that one may write', async () => {
    const login = await project.member('Lina');
    const { data } = await project.asOwner<{ data: { user_id: string; email: string }[] }>(
      'GET',
      `/projects/${project.id}/members`,
    );
    const lina = data.find(({ email }) => email === login.email);
    await project.asOwner('PATCH', `/projects/${project.id}/members/${lina?.user_id}`, { limits: { locales: ['en'] } });
    const { page, context } = await project.open('/translations', {}, login);
    await page.getByRole('heading', { name: 'German' }).waitFor();
    await page.getByRole('button', { name: 'Import translations' }).waitFor();
    expect(await page.getByRole('button', { name: 'Translate missing: German' }).count()).toBe(0);
    await page.goto(project.url('/entries?collection=things'));
    await page.getByLabel('Select “F 1”').check();
    await page.getByRole('button', { name: 'Export for translation' }).waitFor();
    expect(await page.getByRole('button', { name: 'Translate…' }).count()).toBe(0);
    await context.close();
  });
});
