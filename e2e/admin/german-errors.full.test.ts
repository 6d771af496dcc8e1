// @module-tag full
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { picture } from '../support/browser.ts';
import { hasBrowser, useProject } from '../support/project.ts';

const NO_ENTRY = 'Diesen Eintrag gibt es nicht.';

describe.skipIf(!hasBrowser)('what the server refuses', () => {
  const talks = {
    key: 'talks',
    label: 'Talks',
    group: 'Events',
    translations: { de: { label: 'Vorträge', group: 'Termine' } },
    fields: [
      { key: 'name', type: 'text', translations: { de: { label: 'Thema', help: 'Worum es geht.' } } },
      { key: 'room', type: 'select', options: [{ value: 'hall', translations: { de: { label: 'Saal' } } }] },
    ],
  };
  const project = useProject({ path: '/site', collections: [talks] });

  /** Opens a screen of the project for a user who reads German. */
  const openGerman = async (path: string): Promise<Page> => {
    const { page, context } = project.admin;
    await context.addCookies([{ name: 'stele-language', value: 'de', url: project.urls.admin }]);
    await project.goTo(path);
    return page;
  };
  const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

  it('is shown in German to those who read German, and in English to others, who load no German', async () => {
    const page = await openGerman('/entries/unknown');
    await page.getByRole('heading', { name: 'Nicht gefunden' }).waitFor();
    await page.getByText(NO_ENTRY).waitFor();
    await picture(page, 'german-not-found');
    await page.context().clearCookies({ name: 'stele-language' });
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.text().catch(() => ''));
    });
    // biome-ignore lint/plugin: scripts that load late count, too.
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText('There is no such entry.').waitFor();
    const texts = await Promise.all(scripts);
    expect([texts.length > 5, texts.some((text) => text.includes(NO_ENTRY))]).toEqual([true, false]);
  });

  it('calls collections, fields and options as the schema does in German', async () => {
    const id = await project.create('talks', { en: { name: 'Rivers', room: 'hall' } });
    const page = await openGerman(`/entries/${id}`);
    await page.getByLabel('Thema').waitFor();
    await page.getByText('Worum es geht.').waitFor();
    await expect.poll(() => page.getByLabel('Room').textContent()).toBe('Saal');
    await page.getByRole('link', { name: 'Vorträge' }).first().waitFor();
    await page.getByText('Termine').waitFor();
    await picture(page, 'german-schema');
  });

  it('says which part of a request is not valid', async () => {
    const page = await openGerman('/entries?locale=n%C3%B6');
    await alert(page)
      .getByText(/^Diese Angaben sind ungültig\. \(locale: .+\)$/)
      .waitFor();
    await picture(page, 'german-not-valid');
  });

  it('says at the field what only the server knows', async () => {
    const slug = 'vergeben';
    await project.create('pages', { en: { title: 'One', slug } });
    const id = await project.create('pages', { en: { title: 'Two' } });
    const page = await openGerman(`/entries/${id}`);
    await page.getByLabel('Slug').fill(slug);
    await page.getByText('Ein anderer Eintrag hat schon diesen Wert.').first().waitFor();
    await picture(page, 'german-taken');
  });

  it('says of each entry that cannot be published which rule its field breaks', async () => {
    await project.create('pages', { en: { slug: 'ohne-titel' } });
    const page = await openGerman('/entries?collection=pages&q=ohne');
    await page
      .getByRole('checkbox', { name: /auswählen$/ })
      .last()
      .check();
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    await page.getByRole('dialog').getByText('Title (Englisch): Dieses Feld ist erforderlich.').waitFor();
    await picture(page, 'german-bulk-refused');
  });

  it('says why a file cannot be used', async () => {
    const page = await openGerman('/media');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('main').getByRole('button', { name: 'Hochladen' }).first().click();
    const file = { name: 'Kaputt.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') };
    await (await chooser).setFiles([file]);
    const reason = 'Der Inhalt der Datei passt nicht zu ihrem Typ.';
    await page.getByText(reason).first().waitFor();
    const { data } = (await project.api('GET', '/assets')) as { data: { id: string }[] };
    await project.goTo(`/media/${data[0]?.id}`);
    await alert(page).getByText(reason).waitFor();
    await picture(page, 'german-failed-file');
  });

  it('asks to wait when there were too many requests', async () => {
    const page = await openGerman('/entries?collection=pages');
    // One more may be changed then.
    for (const name of ['First', 'Second']) {
      await project.asOwner('POST', `/projects/${project.id}/views`, { name, query: {} });
    }
    const save = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Ansichten', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Ansicht speichern' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
    };
    await save('Erste');
    await page.getByText('„Erste“').first().waitFor();
    await save('Zweite');
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/^Zu viele Anfragen\. Versuche es in \d+ Sekunden noch einmal\.$/)
      .waitFor();
    await picture(page, 'german-rate-limited');
  });

  it('says that someone else changed an entry, instead of publishing what no one saw', async () => {
    const id = await project.create('pages', { en: { title: 'One' } });
    // Cut off from news of the entry, the browser learns of the change only when it publishes.
    const answers: Promise<void>[] = [];
    let isCutOff = false;
    await project.admin.context.route(/\/trpc\/[^?]*entries\.get/, async (route) => {
      if (isCutOff) return route.abort();
      answers.push(route.fetch().then((response) => route.fulfill({ response })));
    });
    const page = await openGerman(`/entries/${id}`);
    const checked = page.waitForResponse(/\/trpc\/[^?]*entries\.validate/);
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Veröffentlichen' });
    const publish = dialog.getByRole('button', { name: /veröffentlichen$/ });
    await publish.waitFor();
    await checked;
    isCutOff = true;
    await Promise.all(answers);
    await project.write(id, { title: 'Two' });
    await publish.click();
    await dialog.getByRole('alert').getByText('Jemand anders hat inzwischen etwas geändert.').waitFor();
    await picture(page, 'german-conflict');
    await page.context().unrouteAll();
    expect(await project.entry(id)).toMatchObject({ status: 'draft' });
  });
});
