// @module-tag full
import { demoSchema } from '@stele/core/testing/internals';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, newContext, openAdmin, picture, saved, signIn } from '../support/browser.ts';
import { Processes } from '../support/processes.ts';
import { ask, browser, hasBrowser } from '../support/project.ts';

const ADA = { email: 'ada@example.org', password: 'correct horse battery' };

describe.skipIf(!hasBrowser)('a new instance', () => {
  let stele: Processes;
  let project = '';

  beforeAll(async () => {
    stele = await Processes.start({ STELE_SEED: '0' });
    return () => stele.end();
  });

  it('is set up with the printed code, gets a project, a token, and a second person by a link', async () => {
    const page = await (await newContext(await browser())).newPage();
    await page.goto(stele.urls.admin);
    // The admin leads there by itself.
    await page.waitForURL('**/setup');
    await picture(page, 'set-up');
    const code = /with the code (\S+)/.exec(stele.output)?.[1] ?? '';
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email').fill(ADA.email);
    await page.getByLabel('Password').fill('short');
    await page.getByLabel('Set-up code').fill('AAAA-BBBB-CCCC');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('Use at least 10 characters.').waitFor();
    await page.getByLabel('Password').fill(ADA.password);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText(/code/i).nth(2).waitFor();
    await page.getByLabel('Set-up code').fill(` ${code.toLowerCase().replaceAll('-', ' ')} `);
    await page.getByRole('button', { name: 'Create the account' }).click();

    await follow(page.getByRole('link', { name: 'Create a project' }), 'New project');
    await page.getByLabel('Name').fill('Field notes');
    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByPlaceholder('Search').fill('deut');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Make default: German' }).waitFor();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByText('No content yet').waitFor();
    await follow(page.getByRole('link', { name: 'All entries' }), 'All entries');
    await page.getByText('No entries yet').waitFor();
    project = new URL(page.url()).pathname.split('/')[2] ?? '';
    await picture(page, 'new-project');

    // Without a schema an entry is JSON.
    await page.getByRole('button', { name: 'New entry' }).click();
    await page.getByLabel('Collection').fill('posts');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByLabel('Values').fill('{ "title": ');
    await page.getByText('This is not valid JSON yet').waitFor();
    await page.getByLabel('Values').fill('{ "title": "First light" }');
    await page.locator('[data-save-state="saved"]').waitFor();
    await page.getByRole('heading', { name: 'First light' }).waitFor();

    await follow(page.getByRole('link', { name: 'Settings' }), 'Settings');
    await follow(page.getByRole('link', { name: 'Tokens' }), 'Settings');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill('Website build');
    await page.getByRole('button', { name: 'Create the token' }).click();
    const secret = await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
    expect(secret).toMatch(/^stl_pub_/);
    await page.getByRole('button', { name: 'Done' }).click();
    const me = await fetch(`${stele.urls.api}/v1/tokens/me`, { headers: { authorization: `Bearer ${secret}` } });
    expect(me.status).toBe(200);
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const rotated = await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
    expect(rotated).not.toBe(secret);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('heading', { name: 'No tokens' }).waitFor();
    const refused = await fetch(`${stele.urls.api}/v1/tokens/me`, { headers: { authorization: `Bearer ${rotated}` } });
    expect(refused.status).toBe(401);

    await follow(page.getByRole('link', { name: 'People' }), 'Settings');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill('grace@example.org');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('grace@example.org').waitFor();

    const other = await newContext(await browser());
    const second = await other.newPage();
    await second.goto(link);
    await second.getByRole('heading', { name: 'Join “Field notes”' }).waitFor();
    await second.getByText('Ada invites you as Editor: writes and publishes.').waitFor();
    await second.getByText('grace@example.org').waitFor();
    await picture(second, 'invitation');
    await second.getByLabel('Your name').fill('Grace');
    await second.getByLabel('Password').fill('another long password');
    await second.getByRole('button', { name: 'Join' }).click();
    await second.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await follow(second.getByRole('link', { name: 'All entries' }), 'All entries');
    await second.getByText('First light').waitFor();
    // An editor doesn't see what only owners manage.
    expect(await second.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await second.getByRole('button', { name: /Grace/ }).click();
    await second.getByRole('menuitem', { name: 'Sign out' }).click();
    await second.waitForURL('**/sign-in**');
    await second.goto(link);
    await second.getByRole('heading', { name: 'This invitation is no longer open' }).waitFor();
    expect(await second.getByRole('textbox').count()).toBe(0);
    await other.close();
    await page.context().close();
  });

  it('says where no mail is sent who else helps with a forgotten password', async () => {
    const page = await (await newContext(await browser())).newPage();
    await page.goto(`${stele.urls.admin}/forgot-password`);
    await page.getByRole('heading', { name: 'Ask an owner for a link' }).waitFor();
    await expectAccessible(page, 'forgot-password');
    await page.context().close();
  });

  it('loses no word that is typed while the API is killed and started again', async () => {
    const { api, admin } = stele.urls;
    const headers = { cookie: (await signIn(admin, ADA)).join('; '), origin: admin };
    const at = `${api}/v1/projects/${project}`;
    await ask('POST', `${at}/schema/sync`, headers, { schema: demoSchema, base_version: 0 });
    const entry = { collection_key: 'posts', values: { en: { title: 'Words', body: '' } } };
    const { id } = await ask<{ id: string }>('POST', `${at}/entries`, headers, entry);
    const { page, context } = await openAdmin(await browser(), admin, ADA, `/projects/${project}/entries/${id}`);
    const body = page.getByLabel('Body');
    const words = Array.from({ length: 60 }, (_, n) => `word${n}`);
    for (const [index, word] of words.entries()) {
      await body.pressSequentially(`${word} `, { delay: 15 });
      if (index === 20) await stele.stop('api', 'SIGKILL');
      if (index === 40) await stele.start('api');
    }
    await saved(page);
    const stored = await ask<{ values: { en: { body: string } } }>('GET', `${at}/entries/${id}`, headers);
    expect(stored.values.en.body.trim().split(' ')).toEqual(words);
    await context.close();
  });
});
