import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SchemaChange } from '@stele/client';
import { describe, expect, it } from 'vitest';
import { rollOuts } from '../src/schema/roll-out.ts';
import { eachConnected, said } from './support/connected.ts';

const at = eachConnected({ locales: ['en'], name: 'Blog' });

/** The active schema: collections with the keys of their fields. */
async function active(): Promise<Record<string, string[]>> {
  const { body } = await at.project.api.get(`/projects/${at.project.id}/schema`);
  const { collections } = body.schema as { collections: { key: string; fields: { key: string }[] }[] };
  return Object.fromEntries(collections.map(({ key, fields }) => [key, fields.map((field) => field.key)]));
}

/** The content of `plan.json`. */
const plan = async () => JSON.parse(await readFile(path.join(at.place.folder, 'plan.json'), 'utf8'));

/** The commands in an output. */
const commandsIn = (text: string): string[] =>
  Array.from(text.matchAll(/npx stele (?:[^\n`']|'[^']*')+/g), ([command]) => command);

describe('the steps of a roll-out', () => {
  it('leave other collections alone where the push does', async () => {
    await at.push({ posts: 'title: s.text()', pages: 'title: s.text(), text: s.text()' });
    await at.publish('posts', { en: { title: 'One' } });
    await at.publish('pages', { en: { title: 'About', text: 'Us' } });
    await at.config({ pages: 'text: s.text()' }, 'pages.config.ts');
    const part = ['--keep-others', '--config', 'pages.config.ts'];
    const planned = await at.stele('push', '--plan', 'plan.json', '--comment', '-', ...part);
    const remove = 'npx stele push --yes --allow-destructive --keep-others --config pages.config.ts';
    expect(planned.stdout).toContain(`  2. Remove: \`${remove}\`\n`);
    expect(planned.stderr).toContain(`    2. Remove: ${remove}\n`);

    // Neither that file alone nor where it lies may make other collections go.
    await at.config({ pages: 'text: s.text()' });
    expect(said(await at.place.paste(remove))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['title'], pages: ['text'] });
    const { body } = await at.project.api.get(`/projects/${at.project.id}/entries?collection=posts`);
    expect(body.data).toHaveLength(1);
  });

  it('allow all that the push needs, which the config does as a whole', async () => {
    await at.push({ posts: 'title: s.text(), summary: s.text(), headline: s.text()' });
    await at.publish('posts', { en: { title: 'One', summary: 'Short', headline: 'Two' } });
    await at.config({ posts: 'title: s.text(), rank: s.integer({ required: true }), name: s.text()' });
    const { stdout } = await at.stele('push', '--plan', 'plan.json', '--rename', 'posts.headline:name');
    const remove = 'npx stele push --yes --allow-destructive --allow-invalid --rename posts.headline:name';
    const add = 'npx stele push --yes --allow-invalid';
    expect(commandsIn(stdout.slice(stdout.indexOf('posts.summary goes away')))).toContain(remove);
    expect(commandsIn(stdout.slice(stdout.indexOf('posts.headline is called')))).toContain(add);
    expect(said(await at.place.paste(remove))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['title', 'rank', 'name'] });
  });

  it('repeat all other renames, so that nothing goes that is renamed', async () => {
    await at.push({ posts: 'headline: s.text(), lead: s.text(), old: s.text()' });
    await at.publish('posts', { en: { headline: 'One', lead: 'Two', old: 'Three' } });
    await at.config({ posts: 'title: s.text(), teaser: s.text()' });
    const renames = ['--rename', 'posts.headline:title', '--rename', 'posts.lead:teaser'];
    const { stdout } = await at.stele('push', '--plan', 'plan.json', ...renames);
    const remove = 'npx stele push --yes --allow-destructive --rename posts.headline:title --rename posts.lead:teaser';
    expect(commandsIn(stdout)).toEqual(
      expect.arrayContaining([remove, 'npx stele push --yes --rename posts.lead:teaser']),
    );
    expect(said(await at.place.paste(remove))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['title', 'teaser'] });
  });

  it('rename and migrate nothing a second time, when they are taken one by one', async () => {
    await at.push({ posts: 'headline: s.text(), lead: s.text(), pages: s.text()' });
    await at.publish('posts', { en: { headline: 'One', lead: 'Two', pages: '3' } });
    await at.config({ posts: 'title: s.text(), teaser: s.text(), pages: s.integer()' });
    await at.place.write('convert.json', JSON.stringify([{ kind: 'convert', path: ['posts', 'pages'] }]));
    const how = ['--rename', 'posts.headline:title', '--rename', 'posts.lead:teaser', '--migrate', 'convert.json'];
    const { stdout } = await at.stele('push', '--plan', 'plan.json', ...how);
    const told = stdout.slice(stdout.indexOf('posts.headline is called posts.title'));
    const [add = '', fill = '', , remove = ''] = commandsIn(told);
    expect(add).toBe('npx stele push --yes --rename posts.lead:teaser --migrate convert.json');

    await at.config({ posts: 'headline: s.text(), title: s.text(), teaser: s.text(), pages: s.integer()' });
    expect(said(await at.place.paste(add))).toEqual([0, '']);
    expect(said(await at.place.paste(fill))).toEqual([0, '']);
    await at.config({ posts: 'title: s.text(), teaser: s.text(), pages: s.integer()' });
    expect(said(await at.place.paste(remove))).toEqual([0, '']);
    const { body } = await at.project.api.get(`/projects/${at.project.id}/entries?include=live_values`);
    expect(body.data).toMatchObject([{ live_values: { en: { title: 'One', teaser: 'Two', pages: 3 } } }]);
  });

  it('name the migrations, the address and the project of the push', async () => {
    await at.push({ posts: 'pages: s.text()' });
    await at.publish('posts', { en: { pages: 'many' } });
    await at.config({ posts: 'pages: s.integer()' });
    await at.place.write('drop all.json', JSON.stringify([{ kind: 'drop', path: ['posts', 'pages'] }]));
    const where = ['--url', at.app.url, '--project', at.project.id];
    const run = await at.place.run(['push', '--plan', 'plan.json', '--migrate', 'drop all.json', ...where], {
      STELE_URL: '',
    });
    expect(said(run)).toEqual([0, '']);
    const there = `--url ${at.app.url} --project ${at.project.id}`;
    const push = `npx stele push --yes --allow-destructive --migrate 'drop all.json' ${there}`;
    expect(run.stdout).toContain(`    2. Push: ${push}\n`);
    expect(run.stdout).toContain(`see that it's live: npx stele deployments ${there}\n`);
    expect(said(await at.place.paste(push, { STELE_URL: '' }))).toEqual([0, '']);
  });

  it('name both keys of what is renamed within objects, lists and blocks', async () => {
    const nested = (key: string, more = ''): string => {
      const field = `${key}: s.text(${more})`;
      return `seo: s.object({ ${field} }), links: s.list(s.object({ ${field} })), body: s.blocks({ quote: { ${field} } })`;
    };
    await at.push({ posts: nested('x') });
    const values = { seo: { x: 'a' }, links: [{ x: 'b' }], body: [{ _type: 'quote', _key: 'a', x: 'c' }] };
    await at.publish('posts', { en: values });
    const places = ['posts.seo', 'posts.links.[]', 'posts.body.quote'];
    const told = (place: string, push: string) => `  ${place}.x is called ${place}.y: 1 live entry
    1. Switch the site: have it read ${place}.y, and ${place}.x where there is none, and deploy it
    2. Push: ${push}
`;

    await at.config({ posts: nested('y', "{ renamed_from: 'x' }") });
    const declared = await at.stele('push', '--plan', 'plan.json');
    for (const place of places) expect(declared.stdout).toContain(told(place, 'npx stele push --yes'));

    await at.config({ posts: nested('y') });
    const hints = (await at.stele('diff')).stdout;
    const flags = places.map((place) => `--rename ${place.includes('[') ? `'${place}.x:y'` : `${place}.x:y`}`);
    for (const flag of flags) expect(hints).toContain(`If so: ${flag}\n`);
    const planned = await at.place.paste(`npx stele push --plan plan.json ${flags.join(' ')}`);
    const push = `npx stele push --yes ${flags.join(' ')}`;
    for (const place of places) expect(planned.stdout).toContain(told(place, push));
    expect(said(await at.place.paste(push))).toEqual([0, '']);
  });

  it('print no token, and say where it goes', async () => {
    await at.push({ posts: 'title: s.text(), lead: s.text()' });
    await at.publish('posts', { en: { lead: 'One' } });
    await at.config({ posts: 'title: s.text()' });
    const { stdout } = await at.stele('push', '--plan', 'plan.json', '--token', at.project.tokens.admin);
    expect(stdout).not.toContain(at.project.tokens.admin);
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
    await at.push({ posts: 'title: s.text(), pages: s.text()' });
    await at.publish('posts', { en: { title: 'One', pages: 'many' } });
    await at.config({ posts: 'headline: s.text(), pages: s.integer()' }, 'my posts.ts');
    await at.place.write('drop.json', JSON.stringify([{ kind: 'drop', path: ['posts', 'pages'] }]));
    const how = ['--config', 'my posts.ts', '--rename', 'posts.title:headline', '--migrate', 'drop.json'];
    expect(said(await at.stele('push', '--plan', 'plan.json', ...how))).toEqual([0, '']);
    const planned = await plan();
    await at.config({ posts: "title: s.text({ help: 'Short' }), pages: s.text()" });
    expect(said(await at.stele('push', '--yes'))).toEqual([0, '']);

    const again =
      "npx stele push --plan plan.json --rename posts.title:headline --migrate drop.json --config 'my posts.ts'";
    for (const options of [['--config', 'my posts.ts'], []]) {
      const refused = await at.stele('push', '--apply', 'plan.json', '--allow-destructive', ...options);
      expect([refused.code, commandsIn(refused.stderr)]).toEqual([2, [again]]);
    }
    expect(said(await at.place.paste(again))).toEqual([0, '']);
    const { renames, migrations } = await plan();
    expect({ renames, migrations }).toEqual({ renames: planned.renames, migrations: planned.migrations });
    const apply = "npx stele push --apply plan.json --allow-destructive --config 'my posts.ts'";
    expect(said(await at.place.paste(apply))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['headline', 'pages'] });
  });

  it('names the config and the address where there is no plan to read', async () => {
    await at.config({ pages: 'text: s.text()' }, 'pages.config.ts');
    const refused = await at.stele(
      'push',
      '--apply',
      'a plan.json',
      '--config',
      'pages.config.ts',
      '--url',
      at.app.url,
    );
    expect(said(refused)).toEqual([
      2,
      `There is no file a plan.json. This writes one: npx stele push --plan 'a plan.json' --config pages.config.ts --url ${at.app.url}\n`,
    ]);
    await at.place.write('plan.json', '{}');
    expect(said(await at.stele('push', '--apply', 'plan.json', '--config', 'pages.config.ts'))).toEqual([
      2,
      "plan.json isn't a plan of this version of the command. This writes one: npx stele push --plan plan.json --config pages.config.ts\n",
    ]);
  });
});

describe('the command that pushes a plan', () => {
  it('names the config of the plan, on a machine that has the plan', async () => {
    await at.push({ posts: 'title: s.text()' });
    await at.config({ pages: 'text: s.text()' }, 'pages.config.ts');
    const part = ['--keep-others', '--config', 'pages.config.ts', '--project', at.project.id];
    const { stdout } = await at.stele('push', '--plan', 'plan.json', ...part);
    const apply = `npx stele push --apply plan.json --config pages.config.ts --project ${at.project.id}`;
    expect(stdout).toMatch(new RegExp(`To push it: ${apply}\n$`));
    expect(said(await at.place.paste(apply))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['title'], pages: ['text'] });
  });

  it('comes behind the one that makes the plan in a comment, which is read where no plan is', async () => {
    await at.push({ posts: 'title: s.text()' });
    await at.publish('posts', { en: { title: 'One' } });
    await at.config({ posts: 'headline: s.text()' }, 'posts.config.ts');
    const how = ['--rename', 'posts.title:headline', '--config', 'posts.config.ts'];
    const { stdout } = await at.stele('push', '--plan', 'a plan.json', '--comment', '-', ...how);
    await rm(path.join(at.place.folder, 'a plan.json'));
    const plan = "npx stele push --plan 'a plan.json' --rename posts.title:headline --config posts.config.ts";
    const apply = "npx stele push --apply 'a plan.json' --config posts.config.ts";
    expect(stdout).toMatch(new RegExp(`To push it: \`${plan}\`, then \`${apply}\`\n$`));
    for (const command of [plan, apply]) expect(said(await at.place.paste(command))).toEqual([0, '']);
    expect(await active()).toEqual({ posts: ['headline'] });
  });
});
