import type { Page } from '@playwright/test';
import { json, Receiver } from '@stele/testing/receiver';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, type Login, picture } from '../support/browser.ts';
import { png } from '../support/png.ts';
import { type Entry, field, hasBrowser, things, useProject, type Values } from '../support/project.ts';

const THINGS = {
  ...things(field('see', { type: 'reference', collections: ['things'] })),
  workflow: { states: ['draft', 'review', 'approved'] },
};

describe.skipIf(!hasBrowser)('the start page', () => {
  const project = useProject({ collections: [THINGS], path: '/media' });
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
    const create = (login: Login, name: string, more: Values = {}): Promise<Entry> =>
      project.as(login, 'POST', `/projects/${project.id}/entries`, {
        collection_key: 'things',
        values: { en: { name, ...more } },
      });
    const review = (login: Login, { id, version }: Entry, change: object): Promise<unknown> =>
      project.as(login, 'PATCH', `/projects/${project.id}/entries/${id}/review`, { base_version: version, ...change });
    const publish = async (entry: Entry): Promise<Entry> => {
      await review(project.owner, entry, { state: 'approved' });
      await project.api('POST', `/entries/${entry.id}/publish`, { locales: ['en'] });
      return entry;
    };
    await review(anna, await create(anna, 'Asked by Anna'), { state: 'review' });
    await review(project.owner, await create(project.owner, 'Asked by the owner'), { state: 'review' });
    const due = { due_on: '2020-01-01' };
    await review(anna, await create(anna, 'For the owner'), { ...due, assignee_id: idOf(project.owner) });
    await review(project.owner, await create(project.owner, 'For Anna'), { ...due, assignee_id: idOf(anna) });
    await create(project.owner, 'Half a thought');
    await create(anna, 'Notes of Anna');
    // A translation becomes outdated.
    const both = { en: { name: 'Old words' }, de: { name: 'Alte Wörter' } };
    await project.write(await project.create('things', both), { name: 'New words' });
    // The target of a live entry leaves the site.
    const { id: target } = await publish(await create(project.owner, 'Gone'));
    await publish(await create(project.owner, 'Points to nothing', { see: target }));
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
    const limits = { reads: ['things'], collections: ['things'] };
    await project.asOwner('PATCH', `/projects/${project.id}/members/${idOf(anna)}`, { limits });
    // A picture without a text.
    const chooser = project.page.waitForEvent('filechooser');
    await project.page.getByRole('main').getByRole('button', { name: 'Upload' }).first().click();
    await (await chooser).setFiles({ name: 'Anchor.png', mimeType: 'image/png', buffer: png(640, 480, [20, 90, 120]) });
    const statuses = async () =>
      (await project.api<{ data: { status: string }[] }>('GET', '/assets')).data.map(({ status }) => status);
    await vi.waitFor(async () => expect(await statuses()).toEqual(['ready']), { timeout: 60_000 });
  });
  afterAll(() => platform.close());

  const section = (page: Page, name: string) => page.getByRole('region', { name });
  const navigation = (page: Page) => page.getByRole('navigation', { name: 'Project', exact: true });

  it.each([
    ['For you to review', /Asked by Anna/, 'Asked by Anna'],
    ['Assigned to you', /For the owner/, 'For the owner'],
    ['Your open drafts', /Half a thought/, 'Half a thought'],
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

  it.each([
    ['For you to review', /Asked by the owner/, 'Asked by the owner'],
    ['Assigned to you', /For Anna/, 'For Anna'],
    ['Your open drafts', /Notes of Anna/, 'Notes of Anna'],
    ['Outdated translations', /German 1 outdated entry/, 'Things'],
    ['Problems of the site', /Points to nothing Refers to an entry/, 'Points to nothing'],
    ['Went live', /Points to nothing/, 'Points to nothing'],
  ])('leads a member with one collection from “%s” to the place: %s', async (name, line, heading) => {
    const { page, context } = await project.open('', {}, anna);
    await follow(section(page, name).getByRole('link', { name: line }), heading);
    await context.close();
  });

  it('is where a project begins, is accessible and names who asks', async () => {
    const { page } = project;
    await project.goTo('/entries');
    await follow(navigation(page).getByRole('link', { name: 'Start', exact: true }), 'Start');
    await section(page, 'Problems of the site').getByRole('link').first().waitFor();
    await section(page, 'For you to review').getByText('Things · asked by Anna').waitFor();
    await section(page, 'Assigned to you').getByText('Overdue').waitFor();
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

  it('asks for what waits, and then for the rest in one request', { tags: ['full'] }, async () => {
    const { page, context } = await project.open('');
    await section(page, 'Problems of the site').getByRole('link').first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/start\.(get|problems)/.test(request.url())) asked.push(request.url());
    });
    await page.reload();
    await section(page, 'Problems of the site').getByRole('link').first().waitFor();
    // Events may have it asked for again.
    const procedures = asked.slice(0, 2).map((url) => url.match(/start\.(?:get|problems)/g));
    expect(procedures).toEqual([['start.get'], ['start.problems']]);
    await context.close();
  });

  it('shows a member with one collection nothing of the rest', async () => {
    const { page, context, problems } = await project.open('', {}, anna);
    await section(page, 'Problems of the site').getByRole('link').first().waitFor();
    expect(await section(page, 'Problems of the site').getByRole('link').allInnerTexts()).toEqual([
      expect.stringContaining('Points to nothing'),
    ]);
    expect(await section(page, 'Went live').getByRole('link').allInnerTexts()).toEqual(['Points to nothing']);
    await picture(page, 'start-page-member');
    const links = await navigation(page).getByRole('link').allInnerTexts();
    expect(links.map((words) => words.replace(/\s*\d+.*$/s, ''))).toEqual([
      'Start',
      'Inbox',
      'All entries',
      'Things',
      'Media',
      'Translations',
      'Trash',
      'Project settings',
    ]);
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
    await page.getByText('Nothing is waiting for you.').waitFor();
    await follow(section(page, 'Went live').getByRole('link', { name: 'First' }), 'First');
  });
});
