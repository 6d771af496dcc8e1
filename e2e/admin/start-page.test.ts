import type { Page } from '@playwright/test';
import { json, Receiver } from '@stele/testing/receiver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, type Login, picture } from '../support/browser.ts';
import { png } from '../support/png.ts';
import { type Entry, field, hasBrowser, things, useProject, type Values } from '../support/project.ts';

const THINGS = {
  ...things(
    field('note', { type: 'text', localized: true }),
    field('see', { type: 'reference', collections: ['things'] }),
  ),
  workflow: { states: ['draft', 'review', 'approved'], publish_needs: null },
};
const REVIEWED = {
  ...things(),
  key: 'reviewed',
  label: 'Reviewed',
  workflow: { states: ['draft', 'review', 'approved'] },
};

describe.skipIf(!hasBrowser)('the start page', () => {
  const project = useProject({ collections: [THINGS, REVIEWED], path: '/media' });
  let anna: Login;
  let platform: Receiver;
  beforeAll(async () => {
    platform = await Receiver.start();
    anna = await project.member('Anna');
    const { data } = await project.asOwner<{ data: { user_id: string; email: string }[] }>(
      'GET',
      `/projects/${project.id}/members`,
    );
    const idOf = (login: Login): string => data.find(({ email }) => email === login.email)?.user_id ?? '';
    const create = (login: Login, collection: string, values: Values): Promise<Entry> =>
      project.as(login, 'POST', `/projects/${project.id}/entries`, {
        collection_key: collection,
        values: { en: values },
      });
    const review = (login: Login, { id, version }: Entry, change: object): Promise<unknown> =>
      project.as(login, 'PATCH', `/projects/${project.id}/entries/${id}/review`, { base_version: version, ...change });
    await review(anna, await create(anna, 'reviewed', { name: 'Asked by Anna' }), { state: 'review' });
    const task = await create(anna, 'things', { name: 'For the owner' });
    await review(anna, task, { assignee_id: idOf(project.owner), due_on: '2020-01-01' });
    await create(project.owner, 'things', { name: 'Half a thought' });
    await create(anna, 'posts', { title: 'Notes of Anna' });
    // A translation becomes outdated.
    const both = { en: { name: 'Old words' }, de: { name: 'Alte Wörter' } };
    await project.write(await project.create('things', both), { name: 'New words' });
    // What a live entry refers to leaves the site.
    const target = await project.create('things', { en: { name: 'Gone' } });
    const from = await project.create('things', { en: { name: 'Points to nothing', see: target } });
    for (const id of [target, from]) await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
    await project.api('POST', `/entries/${target}/unpublish`, { locales: ['en'] });
    // A platform refuses to build.
    platform.answer = json({ message: 'Bad credentials' }, 401);
    const { id: website } = await project.asOwner<{ id: string }>('POST', `/projects/${project.id}/deploy-targets`, {
      name: 'Website',
      kind: 'github',
      config: {
        event: 'workflow_dispatch',
        owner: 'acme',
        repository: 'site',
        token: 'ghp_secretsecretsecret1234',
        api_url: `${platform.url}/api/v3`,
        workflow: 'build.yml',
        ref: 'main',
      },
    });
    await project.as(project.owner, 'POST', `/projects/${project.id}/deploy-targets/${website}/test`);
    const limits = { reads: ['posts'], collections: ['posts'] };
    await project.asOwner('PATCH', `/projects/${project.id}/members/${idOf(anna)}`, { limits });
    // A picture without a text.
    const chooser = project.page.waitForEvent('filechooser');
    await project.page.getByRole('main').getByRole('button', { name: 'Upload' }).first().click();
    await (await chooser).setFiles({ name: 'Anchor.png', mimeType: 'image/png', buffer: png(640, 480, [20, 90, 120]) });
    const statuses = async () =>
      (await project.api<{ data: { status: string }[] }>('GET', '/assets')).data.map(({ status }) => status);
    await expect.poll(statuses).toEqual(['ready']);
  });
  afterAll(() => platform.close());

  const section = (page: Page, name: string) => page.getByRole('region', { name });
  const navigation = (page: Page) => page.getByRole('navigation', { name: 'Project', exact: true });

  it.each([
    ['For you to review', /Asked by Anna/, 'Asked by Anna'],
    ['Assigned to you', /For the owner/, 'For the owner'],
    ['Drafts you left', /Half a thought/, 'Half a thought'],
    ['Outdated translations', /German 1 outdated entry/, 'All entries'],
    ['Problems of the site', /Points to nothing Refers to an entry/, 'Points to nothing'],
    ['Problems of the site', /English 1 picture without/, 'Media'],
    ['Problems of the site', /Website Request failed/, 'Deployments'],
    ['Went live', /Points to nothing/, 'Points to nothing'],
  ])('leads an owner from “%s” to the place: %s', async (name, line, heading) => {
    const { page } = project;
    await project.goTo('');
    await follow(section(page, name).getByRole('link', { name: line }), heading);
  });

  it('is where a project begins, is accessible and names who asks', async () => {
    const { page } = project;
    await project.goTo('/entries');
    await follow(navigation(page).getByRole('link', { name: 'Start', exact: true }), 'Start');
    await section(page, 'Problems of the site').getByRole('link').first().waitFor();
    await section(page, 'For you to review').getByText('asked by Anna').waitFor();
    await section(page, 'Assigned to you').getByText('Overdue').waitFor();
    await expect.poll(() => section(page, 'Drafts you left').getByRole('listitem').count()).toBe(1);
    await picture(page, 'start-page');
    await expectAccessible(page, 'start page');
    await page.goto(project.urls.admin);
    await page.waitForURL('**/projects/*');
  });

  it('shows all lines of a list that has more than five', async () => {
    const { page } = project;
    await project.goTo('');
    const live = section(page, 'Went live');
    await live.getByRole('link').first().waitFor();
    await expect.poll(() => live.getByRole('listitem').count()).toBe(5);
    await live.getByRole('button', { name: /^Show all/ }).click();
    await expect.poll(() => live.getByRole('listitem').count()).toBeGreaterThan(5);
  });

  it('asks for all in two requests besides those of the frame', { tags: ['full'] }, async () => {
    const { page, context } = await project.open('');
    await section(page, 'Problems of the site').getByRole('link').first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/start\.(get|problems)/.test(request.url())) asked.push(request.url());
    });
    await page.reload();
    await section(page, 'Problems of the site').getByRole('link').first().waitFor();
    expect(asked).toHaveLength(2);
    await context.close();
  });

  it('shows a member with one collection what is theirs, and nothing of the rest', async () => {
    const { page, context, problems } = await project.open('', {}, anna);
    await section(page, 'Drafts you left').getByRole('link', { name: 'Notes of Anna' }).waitFor();
    await section(page, 'Problems of the site')
      .getByRole('link', { name: /English 1 picture/ })
      .waitFor();
    expect(await page.getByRole('main').getByText('Points to nothing').count()).toBe(0);
    for (const name of ['For you to review', 'Assigned to you', 'Outdated translations']) {
      expect([name, await section(page, name).count()]).toEqual([name, 0]);
    }
    await picture(page, 'start-page-member');
    const links = await navigation(page).getByRole('link').allInnerTexts();
    expect(links.map((words) => words.replace(/\s*\d+$/, ''))).toEqual([
      'Start',
      'Inbox',
      'All entries',
      'Posts',
      'Media',
      'Translations',
      'Trash',
      'Project settings',
    ]);
    await follow(section(page, 'Drafts you left').getByRole('link', { name: 'Notes of Anna' }), 'Notes of Anna');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says what to do first in a new project, and that nothing waits when all is done', async () => {
    const { id } = await project.asOwner<{ id: string }>('POST', '/projects', { name: 'Empty', locales: ['en'] });
    const { page } = project;
    await page.goto(`${project.urls.admin}/projects/${id}`);
    await page.getByRole('region', { name: 'First steps' }).waitFor();
    await page.getByRole('main').getByText('The project has no collections yet.').waitFor();
    const { schema } = { schema: { format: 1, collections: [things()] } };
    await project.asOwner('POST', `/projects/${id}/schema/sync`, { schema, base_version: 0 });
    await page.reload();
    await follow(page.getByRole('main').getByRole('link', { name: 'Things', exact: true }), 'Things');
    const { id: entry } = await project.asOwner<Entry>('POST', `/projects/${id}/entries`, {
      collection_key: 'things',
      values: { en: { name: 'First' } },
    });
    await project.asOwner('POST', `/projects/${id}/entries/${entry}/publish`, { locales: ['en'] });
    await page.goto(`${project.urls.admin}/projects/${id}`);
    await page.getByText('Nothing waits for you.').waitFor();
    await follow(section(page, 'Went live').getByRole('link', { name: 'First' }), 'First');
  });
});
