import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SchemaChange } from '@stele/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedApp } from '../../core/test/support/shared-app.ts';
import type { TestApp, TestProject } from '../../core/test/support/test-app.ts';
import { rollOuts } from '../src/schema/roll-out.ts';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

let app: TestApp;
let project: TestProject;
let place: Workplace;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  project = await app.project({ locales: ['en'], name: 'Blog' });
  place = await makeWorkplace(() => ({ STELE_URL: app.url, STELE_TOKEN: project.tokens.admin }));
});
afterEach(() => place.remove());

const stele = (...args: string[]): Promise<Run> => place.run(args);
const said = ({ code, stderr }: Run) => [code, stderr];

/** Writes a config of collections with these fields. */
const config = (collections: Readonly<Record<string, string>>, name = 'stele.config.ts'): Promise<string> =>
  place.write(
    name,
    `import * as s from '@stele/schema';
export default s.defineConfig({ collections: [${Object.entries(collections)
      .map(([key, fields]) => `s.collection({ key: '${key}', fields: { ${fields} } })`)
      .join(', ')}] });
`,
  );

/** Makes the project's schema one of these collections. */
async function pushed(collections: Readonly<Record<string, string>>): Promise<void> {
  await config(collections);
  expect(said(await stele('push', '--yes'))).toEqual([0, '']);
}

/** Makes an entry, and publishes it. */
async function publish(collection: string, values: object): Promise<void> {
  const entries = `/projects/${project.id}/entries`;
  const { body } = await project.api.post(entries, { collection_key: collection, values: { en: values } });
  expect((await project.api.post(`${entries}/${body.id}/publish`, { locales: ['en'] })).status).toBe(200);
}

/** The active schema: collections with the keys of their fields. */
async function active(): Promise<Record<string, string[]>> {
  const { body } = await project.api.get(`/projects/${project.id}/schema`);
  const { collections } = body.schema as { collections: { key: string; fields: { key: string }[] }[] };
  return Object.fromEntries(collections.map(({ key, fields }) => [key, fields.map((field) => field.key)]));
}

/** What `plan.json` says. */
const plan = async () => JSON.parse(await readFile(path.join(place.folder, 'plan.json'), 'utf8'));

/** The commands in what was printed. */
const commandsIn = (text: string): string[] =>
  Array.from(text.matchAll(/npx stele (?:[^\n`']|'[^']*')+/g), ([command]) => command);

describe('the steps of a roll-out', () => {
  it('leave other collections alone where the push does', async () => {
    await pushed({ posts: 'title: s.text()', pages: 'title: s.text(), text: s.text()' });
    await publish('posts', { title: 'One' });
    await publish('pages', { title: 'About', text: 'Us' });
    await config({ pages: 'text: s.text()' }, 'pages.config.ts');
    const part = ['--keep-others', '--config', 'pages.config.ts'];
    const planned = await stele('push', '--plan', 'plan.json', '--comment', '-', ...part);
    const remove = 'npx stele push --yes --allow-destructive --keep-others --config pages.config.ts';
    expect(planned.stdout).toContain(`  2. Remove: \`${remove}\`\n`);
    expect(planned.stderr).toContain(`    2. Remove: ${remove}\n`);

    // Neither that file alone nor where it lies may make other collections go.
    await config({ pages: 'text: s.text()' });
    expect(said(await place.paste(remove))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['title'], pages: ['text'] });
    const { body } = await project.api.get(`/projects/${project.id}/entries?collection=posts`);
    expect(body.data).toHaveLength(1);
  });

  it('allow all that the push needs, which the config does as a whole', async () => {
    await pushed({ posts: 'title: s.text(), summary: s.text(), headline: s.text()' });
    await publish('posts', { title: 'One', summary: 'Short', headline: 'Two' });
    await config({ posts: 'title: s.text(), rank: s.integer({ required: true }), name: s.text()' });
    const { stdout } = await stele('push', '--plan', 'plan.json', '--rename', 'posts.headline:name');
    const remove = 'npx stele push --yes --allow-destructive --allow-invalid --rename posts.headline:name';
    const add = 'npx stele push --yes --allow-invalid';
    expect(commandsIn(stdout.slice(stdout.indexOf('posts.summary goes away')))).toContain(remove);
    expect(commandsIn(stdout.slice(stdout.indexOf('posts.headline is called')))).toContain(add);
    expect(said(await place.paste(remove))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['title', 'rank', 'name'] });
  });

  it('repeat all other renames, so that nothing goes that is renamed', async () => {
    await pushed({ posts: 'headline: s.text(), lead: s.text(), old: s.text()' });
    await publish('posts', { headline: 'One', lead: 'Two', old: 'Three' });
    await config({ posts: 'title: s.text(), teaser: s.text()' });
    const renames = ['--rename', 'posts.headline:title', '--rename', 'posts.lead:teaser'];
    const { stdout } = await stele('push', '--plan', 'plan.json', ...renames);
    const remove = 'npx stele push --yes --allow-destructive --rename posts.headline:title --rename posts.lead:teaser';
    expect(commandsIn(stdout)).toEqual(
      expect.arrayContaining([remove, 'npx stele push --yes --rename posts.lead:teaser']),
    );
    expect(said(await place.paste(remove))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['title', 'teaser'] });
  });

  it('rename and migrate nothing a second time, when they are taken one by one', async () => {
    await pushed({ posts: 'headline: s.text(), lead: s.text(), pages: s.text()' });
    await publish('posts', { headline: 'One', lead: 'Two', pages: '3' });
    await config({ posts: 'title: s.text(), teaser: s.text(), pages: s.integer()' });
    await place.write('convert.json', JSON.stringify([{ kind: 'convert', path: ['posts', 'pages'] }]));
    const how = ['--rename', 'posts.headline:title', '--rename', 'posts.lead:teaser', '--migrate', 'convert.json'];
    const { stdout } = await stele('push', '--plan', 'plan.json', ...how);
    const told = stdout.slice(stdout.indexOf('posts.headline is called posts.title'));
    const [add = '', fill = '', , remove = ''] = commandsIn(told);
    expect(add).toBe('npx stele push --yes --rename posts.lead:teaser --migrate convert.json');

    await config({ posts: 'headline: s.text(), title: s.text(), teaser: s.text(), pages: s.integer()' });
    expect(said(await place.paste(add))).toEqual([0, '']);
    expect(said(await place.paste(fill))).toEqual([0, '']);
    await config({ posts: 'title: s.text(), teaser: s.text(), pages: s.integer()' });
    expect(said(await place.paste(remove))).toEqual([0, '']);
    const { body } = await project.api.get(`/projects/${project.id}/entries?include=live_values`);
    expect(body.data).toMatchObject([{ live_values: { en: { title: 'One', teaser: 'Two', pages: 3 } } }]);
  });

  it('name the migrations, the address and the project of the push', async () => {
    await pushed({ posts: 'pages: s.text()' });
    await publish('posts', { pages: 'many' });
    await config({ posts: 'pages: s.integer()' });
    await place.write('drop all.json', JSON.stringify([{ kind: 'drop', path: ['posts', 'pages'] }]));
    const where = ['--url', app.url, '--project', project.id];
    const run = await place.run(['push', '--plan', 'plan.json', '--migrate', 'drop all.json', ...where], {
      STELE_URL: '',
    });
    expect(said(run)).toEqual([0, '']);
    const at = `--url ${app.url} --project ${project.id}`;
    const push = `npx stele push --yes --allow-destructive --migrate 'drop all.json' ${at}`;
    expect(run.stdout).toContain(`    2. Push: ${push}\n`);
    expect(run.stdout).toContain(`see that it's live: npx stele deployments ${at}\n`);
    expect(said(await place.paste(push, { STELE_URL: '' }))).toEqual([0, '']);
  });

  it('name both keys of what is renamed within objects, lists and blocks', async () => {
    const nested = (key: string, more = ''): string => {
      const field = `${key}: s.text(${more})`;
      return `seo: s.object({ ${field} }), links: s.list(s.object({ ${field} })), body: s.blocks({ quote: { ${field} } })`;
    };
    await pushed({ posts: nested('x') });
    const values = { seo: { x: 'a' }, links: [{ x: 'b' }], body: [{ _type: 'quote', _key: 'a', x: 'c' }] };
    await publish('posts', values);
    const places = ['posts.seo', 'posts.links.[]', 'posts.body.quote'];
    const told = (place: string, push: string) => `  ${place}.x is called ${place}.y: 1 live entry
    1. Switch the site: have it read ${place}.y, and ${place}.x where there is none, and deploy it
    2. Push: ${push}
`;

    await config({ posts: nested('y', "{ renamed_from: 'x' }") });
    const declared = await stele('push', '--plan', 'plan.json');
    for (const place of places) expect(declared.stdout).toContain(told(place, 'npx stele push --yes'));

    await config({ posts: nested('y') });
    const hints = (await stele('diff')).stdout;
    const flags = places.map((place) => `--rename ${place.includes('[') ? `'${place}.x:y'` : `${place}.x:y`}`);
    for (const flag of flags) expect(hints).toContain(`If so: ${flag}\n`);
    const planned = await place.paste(`npx stele push --plan plan.json ${flags.join(' ')}`);
    const push = `npx stele push --yes ${flags.join(' ')}`;
    for (const place of places) expect(planned.stdout).toContain(told(place, push));
    expect(said(await place.paste(push))).toEqual([0, '']);
  });

  it('print no token, and say where it goes', async () => {
    await pushed({ posts: 'title: s.text(), lead: s.text()' });
    await publish('posts', { lead: 'One' });
    await config({ posts: 'title: s.text()' });
    const { stdout } = await stele('push', '--plan', 'plan.json', '--token', project.tokens.admin);
    expect(stdout).not.toContain(project.tokens.admin);
    expect(commandsIn(stdout)).toEqual(
      expect.arrayContaining(['npx stele deployments', 'npx stele push --yes --allow-destructive --token TOKEN']),
    );
  });

  it('say yes to nothing where somebody is asked: what they answer next may be a rename', () => {
    const removed: SchemaChange = {
      id: 'field.removed:posts.lead',
      kind: 'field.removed',
      path: ['posts', 'lead'],
      class: 'destructive',
      affected_entries: 1,
      lost_entries: 1,
      sample_entry_ids: [],
      live_entries: 1,
      unpublishable_entries: 0,
      message: 'The field posts.lead goes away.',
      migration: null,
      migration_required: false,
    };
    const proposal = { schema: { format: 1, collections: [] }, renames: [] } as const;
    const [asked] = rollOuts([removed], proposal, { asks: true, config: 'my config.ts' });
    expect(asked?.steps.at(-1)).toEqual({ text: 'Remove', command: "npx stele push --config 'my config.ts'" });
  });
});

describe('the command that makes a new plan', () => {
  it('repeats the renames, the migrations and the config of the plan', async () => {
    await pushed({ posts: 'title: s.text(), pages: s.text()' });
    await publish('posts', { title: 'One', pages: 'many' });
    await config({ posts: 'headline: s.text(), pages: s.integer()' }, 'my posts.ts');
    await place.write('drop.json', JSON.stringify([{ kind: 'drop', path: ['posts', 'pages'] }]));
    const how = ['--config', 'my posts.ts', '--rename', 'posts.title:headline', '--migrate', 'drop.json'];
    expect(said(await stele('push', '--plan', 'plan.json', ...how))).toEqual([0, '']);
    const planned = await plan();
    await config({ posts: "title: s.text({ help: 'Short' }), pages: s.text()" });
    expect(said(await stele('push', '--yes'))).toEqual([0, '']);

    const again =
      "npx stele push --plan plan.json --rename posts.title:headline --migrate drop.json --config 'my posts.ts'";
    for (const options of [['--config', 'my posts.ts'], []]) {
      const refused = await stele('push', '--apply', 'plan.json', '--allow-destructive', ...options);
      expect([refused.code, commandsIn(refused.stderr)]).toEqual([2, [again]]);
    }
    expect(said(await place.paste(again))).toEqual([0, '']);
    const { renames, migrations } = await plan();
    expect({ renames, migrations }).toEqual({ renames: planned.renames, migrations: planned.migrations });
    const apply = "npx stele push --apply plan.json --allow-destructive --config 'my posts.ts'";
    expect(said(await place.paste(apply))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['headline', 'pages'] });
  });

  it('names the config and the address where there is no plan to read', async () => {
    await config({ pages: 'text: s.text()' }, 'pages.config.ts');
    const refused = await stele('push', '--apply', 'a plan.json', '--config', 'pages.config.ts', '--url', app.url);
    expect(said(refused)).toEqual([
      2,
      `There is no file a plan.json. This writes one: npx stele push --plan 'a plan.json' --config pages.config.ts --url ${app.url}\n`,
    ]);
    await place.write('plan.json', '{}');
    expect(said(await stele('push', '--apply', 'plan.json', '--config', 'pages.config.ts'))).toEqual([
      2,
      "plan.json isn't a plan of this version of the command. This writes one: npx stele push --plan plan.json --config pages.config.ts\n",
    ]);
  });
});

describe('the command that pushes a plan', () => {
  it('names the config of the plan, on a machine that has the plan', async () => {
    await pushed({ posts: 'title: s.text()' });
    await config({ pages: 'text: s.text()' }, 'pages.config.ts');
    const part = ['--keep-others', '--config', 'pages.config.ts', '--project', project.id];
    const { stdout } = await stele('push', '--plan', 'plan.json', ...part);
    const apply = `npx stele push --apply plan.json --config pages.config.ts --project ${project.id}`;
    expect(stdout).toMatch(new RegExp(`To push it: ${apply}\n$`));
    expect(said(await place.paste(apply))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['title'], pages: ['text'] });
  });

  it('comes behind the one that makes the plan in a comment, which is read where no plan is', async () => {
    await pushed({ posts: 'title: s.text()' });
    await publish('posts', { title: 'One' });
    await config({ posts: 'headline: s.text()' }, 'posts.config.ts');
    const how = ['--rename', 'posts.title:headline', '--config', 'posts.config.ts'];
    const { stdout } = await stele('push', '--plan', 'a plan.json', '--comment', '-', ...how);
    await rm(path.join(place.folder, 'a plan.json'));
    const plan = "npx stele push --plan 'a plan.json' --rename posts.title:headline --config posts.config.ts";
    const apply = "npx stele push --apply 'a plan.json' --config posts.config.ts";
    expect(stdout).toMatch(new RegExp(`To push it: \`${plan}\`, then \`${apply}\`\n$`));
    for (const command of [plan, apply]) expect(said(await place.paste(command))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['headline'] });
  });
});
