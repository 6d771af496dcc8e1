import { TranslationPeer } from '@stele/testing/translation-peer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  const strip = (page = project.page) => page.getByRole('region', { name: 'Translate by machine' });
  /** Holds what the service answers from some text on. @returns lets it go on */
  const hold = (from: number): (() => void) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    peer.before = async () => (++asked >= from ? held : undefined);
    return release;
  };
  /** Has all entries of the list translated that have no German. */
  const start = async (names: readonly string[]): Promise<void> => {
    const { page } = project;
    for (const name of names) await project.create('things', { en: { name } });
    await project.goTo(missing);
    for (const name of names) await page.getByLabel(`Select “${name}”`).check();
    await page.getByRole('button', { name: 'Translate…' }).click();
    const dialog = page.getByRole('dialog', { name: `Translate ${names.length} entries?` });
    await dialog.getByLabel('Also replace outdated texts that people wrote or checked').waitFor();
    await picture(page, 'translate-many-dialog');
    await dialog.getByRole('button', { name: 'Translate by machine' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const removeMissing = async (): Promise<void> => {
    for (const { id } of (await project.api<{ data: Entry[] }>('GET', missing)).data) {
      await project.api('DELETE', `/entries/${id}`);
    }
  };

  it('goes on by itself, is shown on every page and after a reload, and can be undone', async () => {
    const { page } = project;
    const release = hold(2);
    await start(['An owl', 'A wren', 'A heron']);
    await strip().getByText('Translating into German: 1 of 3').waitFor();
    await picture(page, 'translate-many-running');
    await expectAccessible(page, 'translation of many that is under way');
    await follow(page.getByRole('link', { name: 'Translations' }), 'Translations');
    await page.reload();
    await strip().getByText('Translating into German: 1 of 3').waitFor();
    release();
    await strip().getByText('Translated 3 entries. Check them.').waitFor();
    expect(await count()).toBe(0);
    await picture(page, 'translate-many-done');
    await expectAccessible(page, 'translation of many that is done');
    await follow(strip().getByRole('link', { name: 'Show entries to check' }), 'All entries');
    await page.waitForURL('**translation=de:unchecked');
    await page.getByLabel('Select “An owl”').waitFor();
    const { data } = await project.api<{ data: Entry[] }>('GET', '/entries?translation=de:unchecked');
    const owl = data.find(({ title }) => title === 'An owl')?.id ?? '';
    const { version } = await project.entry(owl);
    await project.api('PATCH', `/entries/${owl}/draft`, { values: { de: { name: 'Eule' } }, base_version: version });
    await strip().getByRole('button', { name: 'Undo' }).click();
    await strip()
      .getByText('Undone in 2 entries. Left as they are, because someone changed or checked them since: 1.')
      .waitFor();
    await page.getByText('No entry matches all of these filters.').waitFor();
    expect([await count(), (await project.entry(owl)).values.de]).toEqual([2, { name: 'Eule' }]);
    await strip().getByRole('button', { name: 'Skipped or incomplete: 1' }).click();
    const report = page.getByRole('dialog', { name: 'Skipped or incomplete: 1' });
    await report.getByRole('link', { name: 'An owl' }).waitFor();
    await picture(page, 'translate-many-undone');
    await page.keyboard.press('Escape');
    await strip().getByRole('button', { name: 'Close' }).click();
    await strip().waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'All entries' }).waitFor();
    expect(await strip().count()).toBe(0);
    await removeMissing();
    expect(project.admin.problems).toEqual([]);
  });

  it('can be stopped, and needs no page that is open', { tags: ['full'] }, async () => {
    const { page } = project;
    const release = hold(1);
    await start(['B 1', 'B 2', 'B 3']);
    await strip().getByText('Translating into German: 0 of 3').waitFor();
    await strip().getByRole('button', { name: 'Stop' }).click();
    await strip().getByText('Stopped: 0 entries were translated, 3 were not.').waitFor();
    release();
    await strip().getByRole('button', { name: 'Close' }).click();
    const phone = await project.open('/translations', {
      viewport: { width: 390, height: 800 },
      locale: 'de-DE',
      colorScheme: 'dark',
    });
    const go = hold(2);
    await phone.page.getByRole('button', { name: 'Fehlende Texte übersetzen: Deutsch' }).click();
    const dialog = phone.page.getByRole('dialog', { name: 'Fehlende Texte übersetzen: Deutsch' });
    await dialog.getByRole('button', { name: 'Maschinell übersetzen' }).click();
    await phone.page.getByText(/Übersetzung in Deutsch: \d+ von \d+/).waitFor();
    await picture(phone.page, 'translate-many-phone');
    await expectAccessible(phone.page, 'translation of many on a phone');
    await phone.context.close();
    go();
    await expect.poll(count).toBe(0);
    await page.reload();
    expect([project.admin.problems, phone.problems]).toEqual([[], []]);
  });

  it('is listed for all who write, and stopped by its own person or an owner', { tags: ['full'] }, async () => {
    const { page } = project;
    const release = hold(1);
    await start(['F 1', 'F 2']);
    await strip().getByText('Translating into German: 0 of 2').waitFor();
    const login = await project.member('Mika');
    const mika = await project.open('/translations', {}, login);
    await mika.page.getByRole('heading', { name: 'Bulk translations' }).waitFor();
    await mika.page.getByText('German · running').waitFor();
    await expectAccessible(mika.page, 'list of translations of many');
    await mika.page
      .getByRole('button', { name: /^Show the translation into German by/ })
      .first()
      .click();
    await strip(mika.page).getByText('can stop or undo this translation').waitFor();
    await picture(mika.page, 'translate-many-list');
    expect(await strip(mika.page).getByRole('button', { name: 'Stop' }).count()).toBe(0);
    await strip().getByRole('button', { name: 'Stop' }).click();
    await strip(mika.page).getByText('Stopped: 0 entries were translated, 2 were not.').waitFor();
    await mika.page.getByText('German · stopped').first().waitFor();
    release();
    await mika.page.getByRole('button', { name: 'Translate missing texts: German' }).click();
    const dialog = mika.page.getByRole('dialog', { name: 'Translate missing texts: German' });
    await dialog.getByRole('button', { name: 'Translate by machine' }).click();
    await strip(mika.page)
      .getByText(/^Translated \d+ entries/)
      .waitFor();
    await strip().getByRole('button', { name: 'Close' }).click();
    await follow(page.getByRole('link', { name: 'Translations' }), 'Translations');
    await page.getByRole('button', { name: /^Show the translation into German by Mika/ }).click();
    await strip().getByRole('button', { name: 'Undo' }).click();
    await strip()
      .getByText(/^Undone in \d+ entries/)
      .waitFor();
    await page.getByText('German · undone').first().waitFor();
    await strip().getByRole('button', { name: 'Close' }).click();
    await mika.context.close();
    await removeMissing();
    expect([project.admin.problems, mika.problems]).toEqual([[], []]);
  });

  it('leaves out single entries that fail, and stops where no other would be translated', {
    tags: ['full'],
  }, async () => {
    peer.failures = [413];
    await start(['C 1', 'C 2', 'C 3']);
    await strip().getByText('Translated 2 entries. Check them.').waitFor();
    const [left] = (await project.api<{ data: Entry[] }>('GET', missing)).data;
    await strip().getByRole('button', { name: 'Skipped or incomplete: 1' }).click();
    const report = project.page.getByRole('dialog', { name: 'Skipped or incomplete: 1' });
    const row = report.getByRole('listitem').filter({ hasText: left?.title ?? '' });
    await row.getByText('It answered 413').waitFor();
    await picture(project.page, 'translate-many-left');
    await expectAccessible(project.page, 'report of many translations');
    await project.page.keyboard.press('Escape');
    await removeMissing();

    peer.failures = [413, 413, 413];
    await start(['D 1', 'D 2', 'D 3', 'D 4']);
    await strip().getByText('Nothing was translated. The translation service did not translate.').waitFor();
    await strip().getByRole('button', { name: 'Skipped or incomplete: 3' }).waitFor();
    expect(await count()).toBe(4);
    await removeMissing();

    peer.failures = [456];
    await start(['E 1', 'E 2']);
    await strip().getByText('the quota of the account is used up').waitFor();
    await picture(project.page, 'translate-many-stopped');
    expect(await count()).toBe(2);
    await removeMissing();
  });

  it('is into languages that one may write', { tags: ['full'] }, async () => {
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
    expect(await page.getByRole('button', { name: 'Translate missing texts: German' }).count()).toBe(0);
    await page.goto(project.url('/entries?collection=things'));
    await page.getByLabel('Select “C 2”').check();
    await page.getByRole('button', { name: 'Export for translation' }).waitFor();
    expect(await page.getByRole('button', { name: 'Translate…' }).count()).toBe(0);
    await context.close();
  });
});
