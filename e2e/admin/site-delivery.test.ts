import type { Page } from '@playwright/test';
import { json, Receiver } from '@stele/testing/receiver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, picture, undoOf } from '../support/browser.ts';
import { choose } from '../support/controls.ts';
import { hasBrowser, useProject } from '../support/project.ts';

const VERCEL = 'https://api.vercel.com/v1/integrations/deploy/prj_a1B2c3D4/secretHook1';
const NETLIFY = 'https://api.netlify.com/build_hooks/66f2c1d0a9b8e7f6a5b4c3d2';
/** Platforms that are started by the address of a hook, and the values for their forms. */
const HOOKS = [
  {
    kind: 'Vercel',
    hook: { label: 'Deploy hook', url: VERCEL },
    other: NETLIFY,
    more: { 'Access token': 'secret-token-of-vercel', 'Team ID': 'team_1' },
    lacks: null,
  },
  {
    kind: 'Netlify',
    hook: { label: 'Build hook', url: NETLIFY },
    other: VERCEL,
    more: { 'Personal access token': 'secret-token-of-netlify', Branch: 'release' },
    lacks: { message: 'Set this together with a token: the site', label: 'Project ID', value: 'site-1' },
  },
  {
    kind: 'Cloudflare',
    hook: {
      label: 'Deploy hook',
      url: 'https://api.cloudflare.com/client/v4/pages/webhooks/deploy_hooks/66f2c1d0-a9b8-e7f6',
    },
    other: NETLIFY,
    more: { 'API token': 'secret-token-of-cloudflare', 'Account ID': 'account-1' },
    lacks: { message: 'Set this together with a token: the Pages project', label: 'Pages project', value: 'site' },
  },
];

describe.skipIf(!hasBrowser)('what becomes of a publish', () => {
  const project = useProject({ path: '/site' });
  let page: Page;
  let platform: Receiver;
  let website: Receiver;
  beforeAll(async () => {
    page = project.page;
    platform = await Receiver.start();
    website = await Receiver.start();
  });
  afterAll(async () => {
    await platform.close();
    await website.close();
  });

  /** Publishes a new entry as another program does. @returns the entry's id */
  const publish = async (title: string): Promise<string> => {
    const slug = title.toLowerCase().replace(/\W+/g, '-');
    const id = await project.create('pages', { en: { title, slug, body: 'Text.' } });
    await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
    return id;
  };
  const githubAnswers = (run: object): void => {
    const known = { id: 77, workflow_run_id: 77, html_url: `${platform.url}/runs/77` };
    platform.answer = json({ ...known, ...run });
  };
  const websiteShows = async (): Promise<void> => {
    const { snapshot_id: id } = await project.api('GET', '/snapshot/latest');
    website.answer = json({ snapshot_id: id });
  };

  it('is followed live, from the request to the website, at a target that an owner makes', async () => {
    await project.goTo('/site/deployments');
    await page.getByRole('heading', { name: 'No deploy targets yet' }).waitFor();
    await page.getByRole('button', { name: 'Add a deploy target' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a deploy target' });
    await dialog.getByText('Settings → Git → Deploy Hooks').waitFor();
    await dialog.getByRole('radio', { name: 'GitHub' }).check();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Website');
    await choose(dialog.getByLabel('How a build starts'), 'workflow_dispatch');
    await dialog.getByLabel('Owner').fill('acme');
    await dialog.getByLabel('Repository', { exact: true }).fill('site');
    await dialog.getByLabel('Access token').fill('ghp_secretsecretsecret1234');
    await dialog.getByLabel('API address').fill(`${platform.url}/api/v3`);
    await dialog.getByLabel('Address of the website').fill(`${website.url}/`);
    await dialog.getByText('More settings').click();
    await dialog.getByLabel('Wait before building').fill('1');
    await dialog.getByRole('button', { name: 'Add the target' }).click();
    await dialog.getByText('Enter this: Workflow file.').waitFor();
    await picture(page, 'target-dialog');
    await dialog.getByLabel('Workflow file').fill('build.yml');
    await dialog.getByLabel('Branch').fill('main');
    await dialog.getByRole('button', { name: 'Add the target' }).click();
    await page.getByText('Website is added.').waitFor();

    githubAnswers({ status: 'in_progress' });
    website.answer = json({}, 404);
    const entry = await publish('Followed page');
    // Nothing is loaded again here: the event stream reports all that follows.
    const row = page.getByRole('listitem').filter({ hasText: 'published “Followed page”' });
    await row.locator('[data-stage="building"]').waitFor();
    expect(await row.getByRole('link', { name: "Platform's log" }).getAttribute('href')).toBe(
      `${platform.url}/runs/77`,
    );
    expect(JSON.stringify(await page.content())).not.toContain('ghp_secretsecretsecret1234');
    await picture(page, 'deployments-building');

    const other = await project.open('/site');
    const live = other.page.getByRole('region', { name: 'The live version' });
    await live.getByText('Live since').waitFor();
    await live.locator('[data-stage="building"]').waitFor();
    const editor = await project.open(`/entries/${entry}`);
    const facts = editor.page.getByRole('region', { name: 'On websites' });
    await facts.locator('[data-stage="building"]').waitFor();
    await picture(editor.page, 'entry-on-websites');

    githubAnswers({ status: 'completed', conclusion: 'success' });
    await websiteShows();
    for (const place of [row, live, facts]) await place.locator('[data-stage="seen"]').waitFor();
    await live.getByText('Seen on the website').waitFor();
    await picture(other.page, 'live');
    await expectAccessible(other.page, 'live');
    await expectAccessible(editor.page, 'entry');
    await other.context.close();
    await editor.context.close();
  });

  it('shows why a platform refuses, and what to do', async () => {
    platform.answer = json({ message: 'Bad credentials' }, 401);
    await project.goTo('/site/deployments');
    await page.getByRole('button', { name: 'Test Website' }).click();
    await page.getByText('This starts a real build').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Start a build' }).click();
    await page.getByText('The platform did not accept the request').waitFor();
    const row = page.getByRole('listitem').filter({ hasText: /^Test/ }).first();
    await row.locator('[data-stage="failed"]').waitFor();
    await row.getByText('Create a new token or hook there').waitFor();
    await row.getByRole('button', { name: /^Details: Test/ }).click();
    await row.getByText('401', { exact: false }).last().waitFor();
    await picture(page, 'deployments-failed');
    await expectAccessible(page, 'deployments');
  });

  it('waits while a target is paused, and comes when it is resumed; settings keep their secrets', async () => {
    githubAnswers({ status: 'completed', conclusion: 'success' });
    await page.getByRole('button', { name: 'More: Website' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Website is paused.').waitFor();
    platform.requests.length = 0;
    await publish('While paused');
    await follow(page.getByRole('link', { name: 'Live and history' }), 'Live and history');
    const live = page.getByRole('region', { name: 'The live version' });
    await live.getByText('While paused').waitFor();
    await live.locator('[data-stage="paused"]').waitFor();
    await live.getByText('Nothing is sent until someone resumes this target.').waitFor();
    expect(platform.triggers).toEqual([]);
    await follow(page.getByRole('link', { name: 'Deployments' }), 'Deployments');

    await page.getByRole('button', { name: 'More: Website' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Website' });
    await expect.poll(() => dialog.getByLabel('Access token').inputValue()).toBe('');
    await dialog.getByText('Leave it empty to keep it').waitFor();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Production');
    await dialog.getByLabel('Branch').fill('release');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Production' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Production is active again.').waitFor();
    await expect.poll(() => platform.triggers.length).toBe(1);
    const [sent] = platform.triggers;
    expect(sent?.headers.authorization).toBe('Bearer ghp_secretsecretsecret1234');
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ ref: 'release' });
  });

  it('is restored from the history, whose dialog says plainly what happens, and compared from the one before', async () => {
    await project.goTo('/site');
    await follow(page.getByRole('link', { name: 'Compare versions' }), 'Compare versions');
    await page.getByRole('listitem').filter({ hasText: 'While paused' }).getByText('Added').waitFor();
    await expect.poll(() => page.getByLabel('To', { exact: true }).textContent()).toContain('Live: ');
    await expect.poll(() => page.getByLabel('From', { exact: true }).textContent()).toContain('Followed page');
    await page.getByText('Show the fields').first().click();
    await page.getByText('while-paused').waitFor();
    await expectAccessible(page, 'compare');
    await page.goBack();
    await page.getByRole('button', { name: /^Restore: .*Followed page/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore this version?' });
    await dialog.getByText('Drafts stay as they are.').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'While paused' }).getByText('Removed').waitFor();
    await dialog.getByRole('button', { name: 'Restore and make it live' }).click();
    await page.getByText('The earlier version is live.').waitFor();
    await page.getByText('restored an earlier version of the site').first().waitFor();
    await undoOf(page, 'The earlier version is live.').click();
    await page.getByText('The site is as it was.').waitFor();
  });

  it('is no longer followed at a target that was deleted', async () => {
    await project.goTo('/site/deployments');
    await page.getByRole('button', { name: 'More: Production' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('Its deployments and secrets are deleted with it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No deploy targets yet' }).waitFor();
  });

  it.each(HOOKS)(
    'reaches $kind too, by the settings that it asks for, and says which are wrong',
    { tags: ['full'] },
    async (platform) => {
      const { kind, hook, other, more, lacks } = platform;
      await project.goTo('/site/deployments');
      await page.getByRole('button', { name: 'Add a deploy target' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add a deploy target' });
      const add = dialog.getByRole('button', { name: 'Add the target' });
      await dialog.getByRole('radio', { name: kind }).check();
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(kind);
      await add.click();
      await dialog.getByText(`Enter this: ${hook.label}.`).waitFor();
      const address = dialog.getByLabel(hook.label, { exact: true });
      await address.fill(other);
      await add.click();
      await dialog.getByText('The URL must be like').waitFor();
      await address.fill(hook.url);
      for (const [label, value] of Object.entries(more)) await dialog.getByLabel(label, { exact: true }).fill(value);
      if (lacks) {
        await add.click();
        await dialog.getByText(lacks.message).waitFor();
        await dialog.getByLabel(lacks.label, { exact: true }).fill(lacks.value);
      }
      await picture(page, `target-of-${kind.toLowerCase()}`);
      await add.click();
      await page.getByText(`${kind} is added.`).waitFor();
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.content()).not.toContain(hook.url);
      const made = await page.evaluate(async (projectId) => {
        const answer = await fetch(`/trpc/targets.list?input=${encodeURIComponent(JSON.stringify({ projectId }))}`);
        return ((await answer.json()) as { result: { data: { data: object[] } } }).result.data.data;
      }, project.id);
      const config = { hook_url: expect.stringContaining('…'), api_token: expect.stringMatching(/^….{4}$/) };
      expect(made).toMatchObject([{ name: kind, kind: kind.toLowerCase(), config }]);
      await page.getByRole('button', { name: `More: ${kind}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'No deploy targets yet' }).waitFor();
    },
  );

  it('is shown to viewers without a button that would be refused', { tags: ['full'] }, async () => {
    const vera = await project.member('Vera', 'viewer');
    const { page: viewer, context } = await project.open('/site', {}, vera);
    await viewer.getByText('Live since').waitFor();
    expect(await viewer.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    expect(await viewer.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    await viewer.goto(project.url('/site/deployments'));
    await viewer.getByText('Owners of the project can connect a hosting platform.').waitFor();
    expect(await viewer.getByRole('button', { name: 'Add a deploy target' }).count()).toBe(0);
    await viewer.keyboard.press('Control+k');
    await viewer.getByPlaceholder('Search entries, or type what to do').fill('webhooks');
    await viewer.getByText('Nothing found.').waitFor();
    await context.close();
  });
});
