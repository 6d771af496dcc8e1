import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { json, type Received, Receiver } from '@stele/testing/receiver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, picture } from '../support/browser.ts';
import { pickMoment } from '../support/controls.ts';
import { hasBrowser, openAs, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('a webhook', () => {
  const project = useProject({ path: '/site/webhooks' });
  let page: Page;
  let receiver: Receiver;
  let secret: string;
  beforeAll(async () => {
    page = project.page;
    receiver = await Receiver.start();
  });
  afterAll(() => receiver.close());

  /** Whether a message is signed with a secret, as Standard Webhooks has it. */
  const isSigned = ({ headers, body }: Received, by: string): boolean => {
    const key = Buffer.from(by.replace('whsec_', ''), 'base64');
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', key).update(text).digest('base64');
    return `${headers['webhook-signature']}`.split(' ').includes(`v1,${signature}`);
  };
  const row = (words: string) => page.getByRole('listitem').filter({ hasText: words }).first();

  it('is made with events in plain words, and shows its secret once', async () => {
    await project.goTo('/site/webhooks');
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Search index');
    await dialog.getByLabel('The site changes').uncheck();
    await dialog.getByRole('button', { name: 'Add the webhook' }).click();
    await dialog.getByText('Choose at least one.').waitFor();
    await dialog.getByText('Enter an address that begins with').waitFor();
    await dialog.getByLabel('Address').fill(`${receiver.url}/hook`);
    await dialog.getByLabel('An entry is published').check();
    await dialog.getByLabel('An entry is moved to the trash').check();
    await picture(page, 'webhook-dialog');
    await dialog.getByRole('button', { name: 'Add the webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret of Search index' });
    secret = await shown.getByRole('textbox', { name: 'Signing secret' }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await shown.getByRole('button', { name: 'Done' }).click();
    await follow(page.getByRole('link', { name: 'Search index' }), /Search index/);
    expect(page.url()).toContain('/site/webhooks/whk_');
    expect(await page.content()).not.toContain(secret);
  });

  it('sends a test, and shows the request and its answer', async () => {
    receiver.turns.push(json({ thanks: 'a lot' }));
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The receiver accepted the test message.').waitFor();
    expect(isSigned(receiver.triggers[0] as Received, secret)).toBe(true);
    await row('Test').getByText('Delivered').waitFor();
    await row('Test').getByRole('button', { name: 'Details: Test' }).click();
    await page.getByText(`POST ${receiver.url}/hook`).waitFor();
    await page.getByText('{"thanks":"a lot"}').waitFor();
    await page.getByText('"type": "webhook.test"').waitFor();
    await picture(page, 'webhook-delivery');
  });

  it('says why a message failed, and sends it again under the same id', async () => {
    receiver.reset();
    receiver.turns.push(json({ error: 'We are down.' }, 503));
    await project.goTo('/entries');
    await project.api('DELETE', `/entries/${await project.create('posts', {})}`);
    await expect.poll(() => receiver.triggers.length).toBeGreaterThan(0);
    await project.goTo('/site/webhooks');
    await follow(page.getByRole('link', { name: 'Search index' }), /Search index/);
    const message = row('An entry is moved to the trash');
    await message.getByText('Delivered').waitFor();
    await message.getByText('2 attempts').waitFor();
    await message.getByRole('button', { name: /^Details/ }).click();
    await message.getByText('We are down.').waitFor();
    const sent = receiver.triggers.length;
    await message.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The message is sent again now, under the same ID.').waitFor();
    await expect.poll(() => receiver.triggers.length).toBe(sent + 1);
    expect(receiver.triggers.at(-1)?.headers['webhook-id']).toBe(receiver.triggers[0]?.headers['webhook-id']);
  });

  it('gets a new secret, is disabled and enabled, edited and deleted, each after saying what follows', async () => {
    const menu = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await menu('New secret');
    await page.getByText('For a day, messages are signed with both').waitFor();
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret of Search index' });
    const next = await shown.getByRole('textbox', { name: 'Signing secret' }).inputValue();
    expect(next).not.toBe(secret);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByText('The old secret signs too, until').waitFor();
    receiver.reset();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect.poll(() => receiver.triggers.length).toBe(1);
    const [both] = receiver.triggers as [Received];
    expect([isSigned(both, secret), isSigned(both, next)]).toEqual([true, true]);

    await menu('Disable');
    await page.getByText('Someone disabled this webhook.').waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Active', { exact: true }).waitFor();

    await menu('Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Search index' });
    expect(await dialog.getByLabel('An entry is published').isChecked()).toBe(true);
    await dialog.getByText('Only some entries').click();
    await dialog.getByLabel('Posts').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Only Posts').waitFor();

    await page.getByRole('button', { name: 'Send everything again' }).click();
    const replay = page.getByRole('dialog', { name: 'Send everything again' });
    const from = replay.getByRole('group', { name: 'From' });
    await pickMoment(from.getByLabel('From', { exact: true }), '2026-01-01T00:00');
    // Enter takes what is typed, as leaving the box does.
    await from.getByLabel('From: time').fill('9');
    const asked = page.waitForRequest((one) => one.method() === 'POST' && one.url().includes('redeliverRange'));
    await page.keyboard.press('Enter');
    const nine = await page.evaluate(() => new Date('2026-01-01T09:00').toISOString());
    expect((await asked).postData()).toContain(nine);
    await page.getByText(/messages? (is|are) sent again\./).waitFor();

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, colorScheme);
      await picture(page, `webhook-${colorScheme}`);
    }
    await menu('Delete');
    await page.getByText('This cannot be undone.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  });

  it('and deployments and the history speak German', { tags: ['full'] }, async () => {
    const { page: german, context } = await openAs(project.owner, '/account', {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    await context.addCookies([{ name: 'stele-language', value: 'de', url: project.urls.admin }]);
    for (const [path, words] of [
      ['/site', 'Live und Verlauf'],
      ['/site/compare', 'Stände vergleichen'],
      ['/site/deployments', 'Noch keine Bereitstellungsziele'],
      ['/site/webhooks', 'Noch keine Webhooks'],
      ['/schema', 'je Sprache'],
    ] as const) {
      await german.goto(project.url(path));
      await german.getByRole('main').getByText(words).first().waitFor();
      await picture(german, `german${path.replaceAll('/', '-')}`);
      await expectAccessible(german, path);
    }
    await german.goto(project.url('/site'));
    await german
      .getByText(/hat „.*“ veröffentlicht/)
      .first()
      .waitFor();
    await context.close();
  });
});
