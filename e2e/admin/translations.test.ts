import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TranslationPeer } from '@stele/testing/translation-peer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, picture, saved } from '../support/browser.ts';
import { choose } from '../support/controls.ts';
import { filterBy } from '../support/list-filters.ts';
import { type Entry, field, hasBrowser, things, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('translations', () => {
  const text = field('text', { type: 'textarea', localized: true });
  const rank = field('rank', { type: 'number', localized: true });
  const mark = field('mark', { type: 'text' });
  const project = useProject({ collections: [things(text, rank, mark)], path: '/entries' });
  const ids: string[] = [];
  beforeAll(async () => {
    ids.push(await project.create('things', { en: { name: 'One', text: 'First text', rank: 1 } }));
    ids.push(await project.create('things', { en: { name: 'Two', text: 'Second text' }, de: { name: 'Zwei' } }));
    await project.write(ids[1] ?? '', { name: 'Two and a half' });
  });

  it('stand in a page, lead to lists, go out as files and come back as drafts', async () => {
    const { page } = project;
    await follow(page.getByRole('link', { name: 'Translations' }), 'Translations');
    const german = page.getByRole('listitem').filter({ hasText: 'German' });
    await german.getByRole('link', { name: /outdated/ }).waitFor();
    await picture(page, 'translations');
    await expectAccessible(page, 'translations');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      german.getByRole('button', { name: 'Export for translation: German' }).click(),
    ]);
    const xliff = await readFile(await download.path(), 'utf8');
    expect(xliff).toContain('<source>First text</source>');
    const translated = xliff
      .replace('<source>One</source>', '<source>One</source><target>Eins</target>')
      .replace('<source>First text</source>', '<source>First text</source><target>Erster Text</target>');

    await page.getByRole('button', { name: 'Import translations' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import translations' });
    await picture(page, 'translations-import');
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose files' }).click();
    const file = { name: 'de.xlf', mimeType: 'application/xliff+xml', buffer: Buffer.from(translated) };
    await (await chooser).setFiles(file);
    await dialog.getByText('de.xlf').waitFor();
    await dialog.getByRole('button', { name: 'Import translations' }).click();
    await dialog.getByText(/1 saved as drafts/).waitFor();
    await expectAccessible(page, 'translations-import');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const entry = await project.entry(ids[0] ?? '');
    expect([entry.values.de, entry.status]).toEqual([{ name: 'Eins', text: 'Erster Text', rank: 1 }, 'draft']);

    await follow(german.getByRole('link', { name: /outdated/ }), 'All entries');
    await page
      .getByRole('link', { name: 'Zwei' })
      .or(page.getByRole('link', { name: 'Two and a half' }))
      .waitFor();
    await expect.poll(() => page.locator('[data-entry-link]').count()).toBe(1);
    await page.getByTitle('German: Draft, 1 field outdated').waitFor();
    await page.getByRole('button', { name: 'German is outdated' }).click();
    await page.getByRole('option', { name: 'German is missing' }).click();
    await page.waitForURL('**translation=de:missing**');
    await picture(page, 'translations-list');
    expect(project.admin.problems).toEqual([]);
  });

  it('say in plain words that a file is no XLIFF, or was changed since it was chosen', async () => {
    const { page } = project;
    const folder = await mkdtemp(path.join(tmpdir(), 'xliff-'));
    const changed = path.join(folder, 'changed.xlf');
    await writeFile(changed, 'Chosen');
    await page.goto(project.url('/translations'));
    await page.getByRole('button', { name: 'Import translations' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import translations' });
    const input = dialog.locator('input[type=file]');
    await input.setInputFiles(changed);
    await dialog.getByText('changed.xlf').waitFor();
    await writeFile(changed, 'Changed, and longer than before');
    await dialog.getByRole('button', { name: 'Import translations' }).click();
    await page.getByText('This file was changed, moved or deleted since it was chosen.').waitFor();
    await dialog.getByRole('button', { name: 'Remove changed.xlf' }).click();
    await input.setInputFiles({ name: 'notes.xlf', mimeType: 'text/plain', buffer: Buffer.from('Only notes') });
    await dialog.getByRole('button', { name: 'Import translations' }).click();
    await page.getByText('This is not an XLIFF file.').waitFor();
    await rm(folder, { recursive: true });
  });

  it('say what of a file was left or refused, by titles and labels', { tags: ['full'] }, async () => {
    const id = await project.create('things', { en: { name: 'A crow', text: 'Black' }, de: { name: 'Krähe' } });
    const { xliff } = await project.api<{ xliff: string }>('GET', `/translations/de/xliff?entries=${id}`);
    const changed = xliff.replace('<target>Krähe</target>', '<target>Rabe</target>');
    expect(xliff).toContain('<source>A crow</source>');
    const { page } = project;
    await project.goTo('/translations');
    const send = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Import translations' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import translations' });
      const file = { name: 'de.xlf', mimeType: 'application/xliff+xml', buffer: Buffer.from(changed) };
      await dialog.locator('input[type=file]').setInputFiles(file);
      await dialog.getByRole('button', { name: 'Import translations' }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'Import translations' });
    await send();
    await dialog.getByText('These fields were left as they are').waitFor();
    const row = dialog.getByRole('listitem').filter({ hasText: 'Text' });
    await row.getByRole('link', { name: 'A crow' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await project.write(id, { name: 'Two crows' });
    await send();
    await dialog.getByText('1 entry was refused:').waitFor();
    const refused = dialog.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Two crows' }) });
    await refused.waitFor();
    await picture(page, 'translations-refused');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await project.api('DELETE', `/entries/${id}`);
  });

  it('are made beside their source, texts only, from field to field and entry to entry', async () => {
    const { page } = project;
    const third = await project.create('things', { en: { name: 'Three', text: 'Third', rank: 3 } });
    await project.goTo(`/entries/${ids[1]}?locale=de&beside=en`);
    const german = (label: string) => page.locator(`[data-field-locale="de"][data-field-path="${label}"]`);
    await german('rank').waitFor();
    await page.getByLabel('Only texts to translate').check();
    await german('rank').waitFor({ state: 'detached' });
    await picture(page, 'translator');
    await expectAccessible(page, 'translator');
    await page.getByRole('button', { name: /^English changed since this was translated/ }).waitFor();
    const next = page.getByRole('button', { name: 'Next field' });
    const hasFocus = (key: string) =>
      german(key)
        .locator('input, textarea')
        .evaluate((one) => one === document.activeElement);
    await next.click();
    await expect.poll(() => hasFocus('name')).toBe(true);
    await next.click();
    await expect.poll(() => hasFocus('text')).toBe(true);
    await page.keyboard.type('Zweiter Text');
    await saved(page);
    expect((await project.entry(ids[1] ?? '')).values.de).toEqual({ name: 'Zwei', text: 'Zweiter Text' });
    await page.getByRole('button', { name: 'Next entry to translate' }).click();
    await page.waitForURL(`**/entries/${third}?locale=de&beside=en&texts=true`);
    await page.getByRole('button', { name: 'Start empty' }).or(page.getByText('Copy from English')).first().waitFor();
    const { data } = await project.api<{ data: Entry[] }>('GET', '/entries?translation=de:missing&collection=things');
    expect(data.map(({ id }) => id)).toEqual([third]);
    expect(project.admin.problems).toEqual([]);
  });

  it('are said to be still correct, by field, by language and in a list', async () => {
    const { page } = project;
    const make = async (name: string): Promise<string> => {
      const values = { en: { name, text: 'Sea' }, de: { name: `${name} de`, text: 'See' } };
      const id = await project.create('things', values);
      await project.write(id, { name: `${name}!`, text: 'The sea' });
      return id;
    };
    const [one, other] = [await make('Gull'), await make('Tern')];
    const outdated = async (id: string) =>
      (await project.api<{ changed_fields: string[] }>('GET', `/entries/${id}/translation?locale=de`)).changed_fields;
    await project.goTo(`/entries/${one}?locale=de`);
    await page.getByText('2 fields have changed in English since they were translated.').waitFor();
    await picture(page, 'still-correct');
    await expectAccessible(page, 'still-correct');
    await page.getByRole('button', { name: 'Still correct: Name' }).click();
    await page.getByText('1 field has changed in English since it was translated.').waitFor();
    expect(await outdated(one)).toEqual(['text']);
    // Typing into another field takes no mark.
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Möwe');
    await saved(page);
    await page.getByText('1 field has changed in English since it was translated.').waitFor();
    await page.getByRole('button', { name: 'All still correct' }).click();
    await page.getByText('has changed in English since').waitFor({ state: 'detached' });
    expect(await outdated(one)).toEqual([]);

    await project.goTo('/entries?translation=de:outdated');
    await page.getByTitle('German: Draft, 2 fields outdated').waitFor();
    await page.getByRole('checkbox', { name: /Tern/ }).check();
    await page.getByRole('button', { name: 'Translations are still correct' }).click();
    await page.getByText('2 fields are no longer outdated.').waitFor();
    expect(await outdated(other)).toEqual([]);
    expect(project.admin.problems).toEqual([]);
  });

  it('leave alone what a translator may not change, and save the rest even if that is refused', async () => {
    const login = await project.member('Lena');
    const members = `/projects/${project.id}/members`;
    const { data } = await project.asOwner<{ data: { user_id: string; email: string }[] }>('GET', members);
    const lena = data.find(({ email }) => email === login.email)?.user_id;
    const limit = (limits: object) => project.asOwner('PATCH', `${members}/${lena}`, { limits });
    const id = await project.create('things', {
      en: { name: 'Four', text: 'Fourth', mark: 'm' },
      de: { name: 'Vier' },
    });
    const at = `/entries/${id}?locale=de&beside=en`;
    const { page, problems } = await project.open(at, {}, login);
    const input = (locale: string, path: string) =>
      page.locator(`[data-field-locale="${locale}"][data-field-path="${path}"]`).locator('input, textarea');
    // The right goes while the page is open: what was typed stays, with the reason, and the other language is saved.
    await input('de', 'mark').waitFor();
    await limit({ locales: ['de'] });
    await input('de', 'mark').fill('n');
    await input('en', 'name').fill('Four!');
    await input('de', 'text').fill('Vierter');
    await page.getByText('You may not change this here.').first().waitFor();
    await expect
      .poll(async () => (await project.entry(id)).values)
      .toEqual({
        en: { name: 'Four', text: 'Fourth', mark: 'm' },
        de: { name: 'Vier', text: 'Vierter', mark: 'm' },
      });
    expect(await input('en', 'name').inputValue()).toBe('Four!');
    await picture(page, 'translator-refused');
    // Once the page knows, they can't be typed into.
    const other = await project.open(at, {}, login);
    const field = (locale: string, path: string) =>
      other.page.locator(`[data-field-locale="${locale}"][data-field-path="${path}"]`).locator('input, textarea');
    await other.page.getByText('Fields that all languages share are read-only for you.').waitFor();
    for (const [locale, path] of [
      ['en', 'name'],
      ['en', 'text'],
      ['de', 'mark'],
    ] as const) {
      expect([path, await field(locale, path).isEditable()]).toEqual([path, false]);
    }
    await field('de', 'name').fill('Viere');
    await expect.poll(async () => (await project.entry(id)).values.de?.name).toBe('Viere');
    await picture(other.page, 'translator-limited');
    await project.api('DELETE', `/entries/${id}`);
    expect([...problems, ...other.problems].filter((one) => !one.includes('403'))).toEqual([]);
  });

  describe('by machine', () => {
    const peer = new TranslationPeer();
    beforeAll(() => peer.start());
    afterAll(() => peer.close());

    it('are made by a service with a glossary, marked until someone has checked them', { tags: ['full'] }, async () => {
      const { page } = project;
      await project.goTo('/translations');
      await page.getByRole('button', { name: 'Translation service' }).click();
      const dialog = page.getByRole('dialog', { name: 'Translation service' });
      await choose(dialog.getByLabel('Service'), 'Language model (OpenAI-compatible API)');
      await dialog.getByLabel('Key').fill(peer.key);
      await dialog.getByLabel('Model').fill('translator-1');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Enter the address.').waitFor();
      await dialog.getByLabel('Address').fill(`${peer.url}/v1`);
      await picture(page, 'translation-service');
      await expectAccessible(page, 'translation service');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Glossary: German' }).click();
      const glossary = page.getByRole('dialog', { name: 'Glossary: German' });
      await glossary.getByLabel('Terms').fill('heron = Reiher\nno term');
      await glossary.getByRole('button', { name: 'Save' }).click();
      await glossary.getByText('Line 2 lacks a term or its translation.').waitFor();
      await glossary.getByLabel('Terms').fill('heron\tReiher');
      await picture(page, 'glossary');
      await project.api('PUT', '/translations/de/glossary', { terms: [{ term: 'crow', translation: 'Krähe' }] });
      await glossary.getByRole('button', { name: 'Save' }).click();
      await glossary.getByText('Someone else changed the glossary in the meantime.').waitFor();
      await expect.poll(() => glossary.getByLabel('Current glossary').inputValue()).toBe('crow = Krähe');
      await expect.poll(() => glossary.getByLabel('Terms').inputValue()).toBe('heron\tReiher');
      await picture(page, 'glossary-changed');
      await expectAccessible(page, 'changed glossary');
      await glossary.getByRole('button', { name: 'Save' }).click();
      await glossary.waitFor({ state: 'detached' });

      const id = await project.create('things', { en: { name: 'A heron', text: 'It stood.' } });
      await project.goTo(`/entries/${id}?locale=de`);
      await page.getByRole('button', { name: 'Translate by machine' }).click();
      await page.getByText('Translated 2 fields. Check them.').waitFor();
      expect((await project.entry(id)).values.de).toEqual({ name: '[A heron]', text: '[It stood.]' });
      expect(JSON.stringify(peer.asked)).toContain('Reiher');
      await page.getByText('2 fields were translated by machine.').waitFor();
      await expect.poll(() => page.getByText('Translated by machine', { exact: true }).count()).toBe(2);
      await picture(page, 'machine-translation');
      await expectAccessible(page, 'machine translation');
      await page.getByLabel('Name').fill('Ein Reiher');
      await saved(page);
      await page.getByText('1 field was translated by machine.').waitFor();
      await page.keyboard.press('Control+Enter');
      const publishing = page.getByRole('dialog', { name: 'Publish' });
      await publishing.getByText('A machine translated this into German, and no one has checked it.').waitFor();
      await picture(page, 'machine-publish');
      await publishing.getByRole('button', { name: 'Cancel' }).click();
      await project.goTo('/entries?collection=things');
      await filterBy(page, 'German is unchecked');
      await page.waitForURL('**translation=de:unchecked**');
      await page.getByLabel('Select “Ein Reiher”').check();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('dialog').getByText('In 1 of them, no one has checked texts').waitFor();
      await picture(page, 'machine-bulk-publish');
      await follow(page.getByRole('dialog').getByRole('link', { name: 'A heron' }), 'A heron');
      await page.getByText('1 field was translated by machine.').waitFor();
      await page.getByRole('button', { name: 'Mark all as checked' }).click();
      await page.getByText('Translated by machine', { exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Translate by machine' }).click();
      await page.getByText('Nothing is empty or outdated.').waitFor();
      // A text that people wrote or checked is replaced only with their consent.
      await project.write(id, { name: 'Two herons' });
      await page.getByRole('button', { name: 'Translate by machine' }).click();
      const replacing = page.getByRole('dialog', { name: 'Replace 1 text?' });
      await replacing.getByText('Ein Reiher').waitFor();
      await picture(page, 'machine-replace');
      await expectAccessible(page, 'question before texts of people are replaced');
      await replacing.getByRole('button', { name: 'Cancel' }).click();
      expect((await project.entry(id)).values.de).toEqual({ name: 'Ein Reiher', text: '[It stood.]' });
      peer.failures = [456];
      await page.getByRole('button', { name: 'Translate by machine' }).click();
      await replacing.getByRole('button', { name: 'Replace with a machine translation' }).click();
      await page.getByText('the quota of the account is used up').waitFor();
      expect((await project.entry(id)).values.de).toEqual({ name: 'Ein Reiher', text: '[It stood.]' });
      await replacing.getByRole('button', { name: 'Replace with a machine translation' }).click();
      await replacing.waitFor({ state: 'detached' });
      expect((await project.entry(id)).values.de).toEqual({ name: '[Two herons]', text: '[It stood.]' });
      // A machine's own text is replaced without a question.
      await project.write(id, { name: 'Three herons' });
      await page.getByRole('button', { name: 'Translate by machine' }).click();
      await expect.poll(async () => (await project.entry(id)).values.de?.name).toBe('[Three herons]');
      expect(await replacing.count()).toBe(0);
      // A machine's marks are shown and can be taken away in the default language, too.
      await project.asOwner('PATCH', `/projects/${project.id}`, { default_locale: 'de' });
      await project.goTo(`/entries/${id}?locale=de`);
      await page.getByText('1 field was translated by machine.').waitFor();
      expect(await page.getByRole('button', { name: 'Translate by machine' }).count()).toBe(0);
      await picture(page, 'machine-marks-default');
      await page.getByRole('button', { name: 'Mark all as checked' }).click();
      await page.getByText('Translated by machine', { exact: true }).waitFor({ state: 'detached' });
      await project.asOwner('PATCH', `/projects/${project.id}`, { default_locale: 'en' });
      const phone = await project.open(`/entries/${id}?locale=de`, {
        viewport: { width: 390, height: 800 },
        locale: 'de-DE',
        colorScheme: 'dark',
      });
      await phone.page.getByRole('button', { name: 'Maschinell übersetzen' }).waitFor();
      await picture(phone.page, 'machine-translation-phone');
      await expectAccessible(phone.page, 'machine translation on a phone');
      // Many at once: texts that people wrote stay, and entries that are left out are named.
      peer.spoil = (said) => (said.includes('stays') ? '' : said);
      const many = [
        await project.create('things', { en: { name: 'An owl' } }),
        await project.create('things', { en: { name: 'It stays' } }),
        await project.create('things', { en: { name: 'A wren', text: 'Small' }, de: { name: 'Ein Zaunkönig' } }),
      ];
      await project.write(many[2] ?? '', { name: 'Two wrens' });
      await project.goTo('/entries?collection=things');
      for (const name of ['An owl', 'It stays', 'Two wrens']) await page.getByLabel(`Select “${name}”`).check();
      await page.getByRole('button', { name: 'Translate…' }).click();
      const batch = page.getByRole('dialog', { name: 'Translate 3 entries?' });
      await batch.getByRole('button', { name: 'Translate by machine' }).click();
      const strip = page.getByRole('region', { name: 'Translate by machine' });
      await strip.getByText('Translated 2 entries. Check them.').waitFor();
      await strip.getByRole('button', { name: 'Skipped or incomplete: 2' }).click();
      const report = page.getByRole('dialog', { name: 'Skipped or incomplete: 2' });
      await report.getByText('Outdated, but written by people: Name').waitFor();
      await report.getByRole('link', { name: 'It stays' }).waitFor();
      await picture(page, 'machine-many');
      await expectAccessible(page, 'machine translation of many');
      const german = await Promise.all(many.map(async (one) => (await project.entry(one)).values.de));
      expect(german).toEqual([{ name: '[An owl]' }, undefined, { name: 'Ein Zaunkönig', text: '[Small]' }]);
      await report.getByRole('button', { name: 'Close' }).last().click();
      peer.spoil = (said) => said;
      await project.goTo('/translations');
      await page.getByRole('button', { name: 'Translate missing texts: German' }).click();
      const missing = page.getByRole('dialog', { name: 'Translate missing texts: German' });
      await picture(page, 'machine-missing');
      await phone.page.goto(project.url('/translations'));
      await phone.page.getByRole('button', { name: 'Fehlende Texte übersetzen: Deutsch' }).click();
      await phone.page.getByRole('dialog', { name: 'Fehlende Texte übersetzen: Deutsch' }).waitFor();
      await picture(phone.page, 'machine-missing-phone');
      await expectAccessible(phone.page, 'machine translation of what is missing, on a phone');
      await missing.getByRole('button', { name: 'Translate by machine' }).click();
      await missing.waitFor({ state: 'detached' });
      await strip.getByText(/^Translated \d+ entr/).waitFor();
      expect((await project.entry(many[1] ?? '')).values.de).toEqual({ name: '[It stays]' });
      await page.getByRole('button', { name: 'Translate missing texts: German' }).waitFor({ state: 'detached' });
      // Another service is asked at its own address.
      await project.goTo('/translations');
      await page.getByRole('button', { name: 'Translation service' }).click();
      await choose(dialog.getByLabel('Service'), 'DeepL');
      await dialog.getByLabel('Key').fill('a-key-of-deepl');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await project.api('GET', '/translations/service')).toEqual({
        kind: 'deepl',
        url: 'https://api.deepl.com',
        model: null,
      });
      expect([project.admin.problems, phone.problems]).toEqual([[], []]);
    });
  });
});
