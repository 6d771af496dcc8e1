import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { startProxy } from '@stele/testing/proxy';
import { describe, expect, it } from 'vitest';
import { eachConnected } from './support/connected.ts';
import type { Run } from './support/stele.ts';

const at = eachConnected({ locales: ['en', 'de'], name: 'Blog' });

/** Writes a config with a collection `posts` of these fields. */
const config = (posts: string): Promise<string> => at.config({ posts });
const post = (values: object) => at.project.api.post(at.entries, { collection_key: 'posts', values: { en: values } });
const publish = async ({ body }: { readonly body: { readonly id: string } }): Promise<void> => {
  const answer = await at.project.api.post(`${at.entries}/${body.id}/publish`, { locales: ['en'] });
  expect(answer.status).toBe(200);
};
const activeFields = async (): Promise<string[]> => {
  const { body } = await at.project.api.get(`/projects/${at.project.id}/schema`);
  return body.schema.collections[0].fields.map(({ key }: { key: string }) => key);
};
const titles = async (): Promise<unknown[]> => {
  const { body } = await at.project.api.get(`${at.entries}?include=values`);
  return body.data.map(({ values }: { values: { en: unknown } }) => values.en);
};

describe('stele push', () => {
  it('makes the config the schema, without the package installed, and the second time changes nothing', async () => {
    await config('title: s.text({ required: true })');
    const first = await at.stele('push', '--yes');
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toContain('The collection posts is new.');
    expect(first.stdout).toContain('Pushed: the schema is at version 1.');
    const second = await at.stele('push', '--yes');
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('Nothing changed')]);
    expect((await at.stele('diff')).code).toBe(0);
  });

  it('changes nothing before it is confirmed', async () => {
    await config('title: s.text()');
    const run = await at.stele('push');
    expect([run.code, run.stderr]).toEqual([2, 'Nothing was changed.\nTo push it, run it again with --yes.\n']);
    expect((await at.project.api.get(`/projects/${at.project.id}/schema`)).status).toBe(404);
  });

  it('refuses what destroys content, says what would be lost, and does it when allowed', async () => {
    await config('title: s.text(), teaser: s.text()');
    await at.stele('push', '--yes');
    await post({ title: 'One', teaser: 'Soon' });
    await config('title: s.text()');
    const refused = await at.stele('push', '--yes');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toBe(
      'Nothing was changed. Content would be lost:\n  The field posts.teaser goes away. (1 entry)\nTo push it anyway, run it again with --allow-destructive.\n',
    );
    expect(await activeFields()).toEqual(['title', 'teaser']);
    const cautious = await at.stele('push', '--allow-destructive');
    expect([cautious.code, cautious.stderr]).toEqual([2, expect.stringContaining('again with --yes.')]);
    const allowed = await at.stele('push', '--yes', '--allow-destructive');
    expect([allowed.code, allowed.stderr]).toEqual([0, '']);
    expect(await activeFields()).toEqual(['title']);
    expect(await titles()).toEqual([{ title: 'One' }]);
  });

  it('refuses what keeps live entries from being published again, unless that is allowed', async () => {
    await config('title: s.text()');
    await at.stele('push', '--yes');
    for (const title of ['One', 'Two']) await publish(await post({ title }));
    await post({});
    await config('title: s.text({ max: 2 }), rank: s.integer({ required: true })');
    const refused = await at.stele('push', '--yes');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^Nothing was changed\. Live entries couldn't be published again:\n {2}posts\.title: 2 live entries\. .*\n {2}posts\.rank: 2 live entries\. .*\nTo push it anyway, run it again with --allow-invalid\.\n$/,
      ),
    ]);
    expect(await activeFields()).toEqual(['title']);
    const allowed = await at.stele('push', '--yes', '--allow-invalid');
    expect([allowed.code, allowed.stderr]).toEqual([0, '']);
    expect(await activeFields()).toEqual(['title', 'rank']);
  });

  it('says how to roll out a rename of live content, in commands that work', async () => {
    await config('headline: s.text()');
    await at.stele('push', '--yes');
    await publish(await post({ headline: 'One' }));
    await post({ headline: 'Draft' });
    await config("title: s.text({ renamed_from: 'headline' })");
    const plan = await at.stele('push', '--plan', 'plan.json');
    expect(plan.stdout).toContain('posts.headline is called posts.title: 1 live entry');
    expect(plan.stdout).toContain('Fill: npx stele fill posts.headline:title');
    await config('headline: s.text(), title: s.text()');
    expect((await at.stele('push', '--yes')).code).toBe(0);
    const filled = await at.stele('fill', 'posts.headline:title');
    expect([filled.code, filled.stdout, filled.stderr]).toEqual([
      0,
      'Filled posts.title of 2 entries, and published 1 entry.\n',
      '',
    ]);
    const { body } = await at.project.api.get(`${at.entries}?include=values,live_values`);
    const both = (text: string) => ({ en: { headline: text, title: text } });
    expect(body.data.map((one: { live_values: object }) => one.live_values)).toEqual([{}, both('One')]);
    expect((await at.stele('fill', 'posts.headline:title')).stdout).toContain('of 0 entries');
    await config('title: s.text()');
    const removed = await at.stele('push', '--yes', '--allow-destructive');
    expect([removed.code, removed.stdout]).toEqual([
      0,
      expect.stringContaining('posts.headline goes away: 1 live entry'),
    ]);
    expect(await titles()).toEqual([{ title: 'Draft' }, { title: 'One' }]);
  });

  it('writes a plan with a comment, and pushes exactly that', async () => {
    await config('title: s.text()');
    await at.stele('push', '--yes');
    await publish(await post({ title: 'One' }));
    await config("lead: s.text({ renamed_from: 'title' }), rank: s.integer({ required: true })");
    const planned = await at.stele('push', '--plan', 'plan.json', '--comment', 'comment.md');
    expect([planned.code, planned.stderr]).toEqual([0, '']);
    expect(await activeFields()).toEqual(['title']);
    expect(JSON.parse(await readFile(path.join(at.place.folder, 'plan.json'), 'utf8'))).toMatchObject({
      base_version: 1,
      project_id: at.project.id,
      changes: [
        { id: 'field.renamed:posts.lead', live_entries: 1, unpublishable_entries: 0 },
        { id: 'field.added:posts.rank', unpublishable_entries: 1 },
      ],
    });
    const comment = await readFile(path.join(at.place.folder, 'comment.md'), 'utf8');
    expect(comment).toContain('### Stele: schema of Blog');
    expect(comment).toContain('| 1 | 1 | 0 |');
    expect(comment).toContain('npx stele push --apply plan.json --allow-invalid');
    expect((await at.stele('push', '--plan', 'plan.json', '--comment', '-')).stdout).toBe(comment);
    const refused = await at.stele('push', '--apply', 'plan.json');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('again with --allow-invalid.')]);
    const applied = await at.stele('push', '--apply', 'plan.json', '--allow-invalid');
    expect([applied.code, applied.stderr]).toEqual([0, '']);
    expect(await activeFields()).toEqual(['lead', 'rank']);
    const again = await at.stele('push', '--apply', 'plan.json', '--allow-invalid');
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Nothing changed')]);
  });

  it('refuses a plan that the config, the schema or the content has outgrown', async () => {
    await config('title: s.text()');
    await at.stele('push', '--yes');
    await config('title: s.text({ max: 5 })');
    await at.stele('push', '--plan', 'plan.json');
    await publish(await post({ title: 'Far too long' }));
    const worse = await at.stele('push', '--apply', 'plan.json', '--allow-invalid');
    expect([worse.code, worse.stderr]).toEqual([2, expect.stringContaining('would do worse than planned')]);
    await config('title: s.text({ max: 4 })');
    const edited = await at.stele('push', '--apply', 'plan.json');
    expect([edited.code, edited.stderr]).toEqual([2, expect.stringContaining('The config has changed since the plan')]);
    await config('title: s.text(), more: s.text()');
    await at.stele('push', '--yes');
    await config('title: s.text({ max: 5 })');
    const moved = await at.stele('push', '--apply', 'plan.json');
    expect([moved.code, moved.stderr]).toEqual([2, expect.stringContaining('made for version 1, and version 2 is')]);
    const none = await at.stele('push', '--apply', 'nothing.json');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('There is no file nothing.json.')]);
  });

  it('refuses a plan by which more entries would lose content, change while live, or be unpublishable', async () => {
    const fields = 'headline: s.text(), teaser: s.text(), lead: s.text()';
    await config(fields);
    await at.stele('push', '--yes');
    await post({ teaser: 'Soon' });
    await publish(await post({ headline: 'One', lead: 'Far too long' }));
    const apply = () => at.stele('push', '--apply', 'plan.json', '--allow-destructive', '--allow-invalid');
    const refusal = (line: string) => [
      2,
      expect.stringContaining(`would do worse than planned. Nothing was changed.`),
      line,
    ];
    const outcome = ({ code, stderr }: Run) => [code, stderr, stderr.split('\n').at(-2)];

    await config('headline: s.text(), lead: s.text()');
    await at.stele('push', '--plan', 'plan.json');
    const { body: soon } = await post({ teaser: 'Sooner' });
    expect(outcome(await apply())).toEqual(refusal('  The field posts.teaser goes away. Entries: 2, 1 in the plan.'));
    await at.project.api.delete(`${at.entries}/${soon.id}`);

    await config("title: s.text({ renamed_from: 'headline' }), teaser: s.text(), lead: s.text()");
    await at.stele('push', '--plan', 'plan.json');
    await publish(await post({ headline: 'Two' }));
    const renamed = outcome(await apply());
    expect(renamed).toEqual(refusal(expect.stringMatching(/ Live entries: 2, 1 in the plan\.$/) as never));

    await config('headline: s.text(), teaser: s.text(), lead: s.text({ max: 3 })');
    await at.stele('push', '--plan', 'plan.json');
    const { body: long } = await post({ headline: 'Three', lead: 'Too long as well' });
    await publish({ body: long });
    expect(outcome(await apply())).toEqual(
      refusal(expect.stringMatching(/ Live entries that can't be published again: 2, 1 in the plan\.$/) as never),
    );
    expect(await activeFields()).toEqual(['headline', 'teaser', 'lead']);

    await at.project.api.delete(`${at.entries}/${long.id}`);
    const applied = await apply();
    expect([applied.code, applied.stderr]).toEqual([0, '']);
  });

  it('keeps the content of what is renamed, also when the rename is given again', async () => {
    await config('headline: s.text()');
    await at.stele('push', '--yes');
    await post({ headline: 'One' });
    await config('title: s.text()');
    const diff = await at.stele('diff');
    expect(diff.stdout).toContain('posts.headline may have become posts.title. If so: --rename posts.headline:title');
    const renamed = await at.stele('push', '--yes', '--rename', 'posts.headline:title');
    expect([renamed.code, renamed.stdout]).toEqual([0, expect.stringContaining('1 entry migrated.')]);
    expect(await titles()).toEqual([{ title: 'One' }]);
    const again = await at.stele('push', '--yes', '--rename', 'posts.headline:title');
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Nothing changed')]);
    const wrong = await at.stele('push', '--yes', '--rename', 'posts.headline');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"posts.headline" isn\'t a rename.')]);
  });

  it('converts values without loss, and drops none unless that is allowed', async () => {
    await config('pages: s.text()');
    await at.stele('push', '--yes');
    await post({ pages: '12' });
    await config('pages: s.integer()');
    expect((await at.stele('push', '--yes')).code).toBe(0);
    expect(await titles()).toEqual([{ pages: 12 }]);

    await config('pages: s.boolean()');
    const refused = await at.stele('push', '--yes');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--allow-destructive')]);
    expect(await titles()).toEqual([{ pages: 12 }]);
    const drop = await at.place.write('drop.json', '[{"kind": "drop", "path": ["posts", "pages"]}]');
    const dropped = await at.stele('push', '--yes', '--allow-destructive', '--migrate', drop);
    expect([dropped.code, dropped.stderr]).toEqual([0, '']);
    expect(await titles()).toEqual([{}]);
  });

  it('keeps collections that the config does not name, when asked to', async () => {
    await at.config({ posts: 'title: s.text()', pages: 'text: s.text()' });
    await at.stele('push', '--yes');
    await config('title: s.text(), lead: s.text()');
    expect((await at.stele('diff', '--keep-others')).stdout).not.toContain('pages');
    expect((await at.stele('push', '--yes', '--keep-others')).code).toBe(0);
    const { body } = await at.project.api.get(`/projects/${at.project.id}/schema`);
    expect(body.schema.collections.map(({ key }: { key: string }) => key)).toEqual(['posts', 'pages']);
    expect(await activeFields()).toEqual(['title', 'lead']);
    expect((await at.stele('diff', '--keep-others')).code).toBe(0);
    expect((await at.stele('diff')).code).toBe(1);
  });

  it('says that somebody else pushed meanwhile', async () => {
    const proxy = await startProxy(at.app.url, async (request) => {
      if (request.url?.endsWith('/schema/sync')) {
        const schema = { format: 1, collections: [{ key: 'news', fields: [{ key: 'text', type: 'text' }] }] };
        await at.project.api.post(`/projects/${at.project.id}/schema/sync`, { schema, base_version: 0 });
      }
      return false;
    });
    try {
      await config('title: s.text()');
      const run = await at.place.run(['push', '--yes'], { STELE_URL: proxy.url });
      expect([run.code, run.stderr]).toEqual([
        2,
        'Someone pushed another schema in the meantime. Run the command again to see the differences.\n',
      ]);
    } finally {
      await proxy.close();
    }
  });

  it('takes no push of its own for that of somebody else when the answer gets lost', async () => {
    let lost = 0;
    const proxy = await startProxy(at.app.url, undefined, {
      loses: ({ url }) => url?.endsWith('/schema/sync') === true && lost++ === 0,
    });
    await config('title: s.text()');
    const run = await at.place.run(['push', '--yes'], { STELE_URL: proxy.url });
    await proxy.close();
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('Pushed: the schema is at version 1.')]);
    expect(lost).toBe(2);
  });

  it('prints one JSON document with --json, of refusals too', async () => {
    await config('title: s.text(), teaser: s.text()');
    const pushed = await at.stele('push', '--yes', '--json');
    expect(JSON.parse(pushed.stdout)).toMatchObject({ version: 1, unchanged: false });
    expect(JSON.parse((await at.stele('push', '--yes', '--json')).stdout)).toMatchObject({
      version: 1,
      unchanged: true,
    });
    await post({ title: 'One', teaser: 'Soon' });
    await config('title: s.text()');
    const refused = await at.stele('push', '--yes', '--json');
    expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
      2,
      {
        error: {
          code: null,
          message: expect.stringContaining('Content would be lost'),
          details: [expect.objectContaining({ id: 'field.removed:posts.teaser', affected_entries: 1 })],
        },
      },
    ]);
  });
});

describe('stele diff', () => {
  it('groups changes by what they do to content, and ends with 1', async () => {
    await config('title: s.text(), teaser: s.text(), pages: s.text()');
    await at.stele('push', '--yes');
    const entry = await post({ title: 'One', teaser: 'Soon', pages: '3' });
    await config('title: s.text(), pages: s.integer(), more: s.markdown()');
    const run = await at.stele('diff');
    expect([run.code, run.stderr]).toEqual([1, '']);
    const id = entry.body.id;
    expect(run.stdout).toBe(`stele.config.ts differs from the schema of Blog, version 1.

1 change that loses nothing
  The field posts.more is new.

1 change that concerns existing entries
  The type of posts.pages changes from text to integer.
    1 entry: ${id}
    Needs a migration before it can be pushed.
    Suggested: convert the values of posts.pages, dropping those that can't be

1 change that destroys content
  The field posts.teaser goes away.
    1 entry: ${id}
`);
    const json = JSON.parse((await at.stele('diff', '--json')).stdout);
    expect(json).toMatchObject({ unchanged: false, counts: { safe: 1, needs_migration: 1, destructive: 1 } });
  });

  it('reads a config in JavaScript, TypeScript and JSON, of any folder', async () => {
    const schema = { format: 1, collections: [{ key: 'a', fields: [{ key: 'b', type: 'text' }] }] };
    const source = `import { collection, defineConfig, text } from '@stele/schema';
export default defineConfig({ collections: [collection({ key: 'a', fields: { b: text() } })] });\n`;
    await at.place.write('own.json', JSON.stringify(schema));
    expect((await at.stele('push', '--yes', '--config', 'own.json')).code).toBe(0);
    for (const name of ['own.ts', 'own.mts', 'own.js', 'own.mjs']) {
      await at.place.write(name, source);
      const run = await at.stele('diff', '--config', name);
      expect([name, run.code, run.stderr]).toEqual([name, 0, '']);
    }
  });

  it('says what is wrong with a config', async () => {
    const cases: [string, string][] = [
      ['export default 1', "stele.config.ts exports a number that isn't a config. Write: export default defineConfig("],
      ['export const a = 1', 'stele.config.ts has no default export. Write at its end: export default defineConfig('],
      ['export default {', 'stele.config.ts: '],
      ["import 'nothing-of-that-name'", "Cannot find module 'nothing-of-that-name'"],
      ['export default { collections: [] }', 'export default defineConfig({ collections: […] });'],
      ['export default { format: 2, collections: [] }', "isn't a valid schema:\n  format: "],
      [
        "import { collection, defineConfig, text } from '@stele/schema';\nexport const config = defineConfig({ collections: [collection({ key: 'a', fields: { b: text() } })] });",
        'stele.config.ts has no default export. Write at its end: export default config;',
      ],
      [
        "import { list, text } from '@stele/schema';\nexport default list({ of: text() })",
        'stele.config.ts:2: list() takes the field itself. Write list(text()), not list({ of: text() }).',
      ],
      [
        "import { collection, defineConfig, text } from '@stele/schema';\nexport default defineConfig({ collections: [collection({ key: 'a-b', fields: { b: text() } })] });",
        '  a-b: A key has letters, digits and underscores, at most 64, and begins with a letter. Found "a-b"; write "aB".',
      ],
    ];
    for (const [source, sentence] of cases) {
      await at.place.write('stele.config.ts', source);
      const run = await at.stele('diff');
      expect([run.code, run.stderr], sentence).toEqual([2, expect.stringContaining(sentence)]);
    }
    await rm(path.join(at.place.folder, 'stele.config.ts'));
    expect((await at.stele('diff')).stderr).toContain('There is no config here');
    const unnamed = await at.stele('diff', '--config', '');
    expect([unnamed.code, unnamed.stderr]).toEqual([
      2,
      expect.stringContaining("'--config <file>' argument '' is invalid. It has to be the name of a file."),
    ]);
    expect((await at.stele('diff', '--config', '.')).stderr).toMatch(/ is a folder\. Name the config in it\.\n$/);
  });

  it('says with file and line which builder is missing, and which was meant', async () => {
    const whole = (imports: string, field: string): string => `${imports}

interface Unused {
  readonly of: string;
}
export default defineConfig({
  collections: [
    collection({
      key: 'posts',
      fields: { tags: ${field} },
    }),
  ],
});
`;
    const imported = "import { collection, defineConfig } from '@stele/schema';";
    const cases: [string, string][] = [
      [
        whole(imported, 'text()'),
        "stele.config.ts:10: text is not imported. Write at the top: import { text } from '@stele/schema';\n",
      ],
      [whole(imported, 'lst()'), 'stele.config.ts:10: There is no lst() in @stele/schema; write list().\n'],
      [
        whole("import { collection, defineConfig, lst } from '@stele/schema';", 'lst()'),
        'stele.config.ts:10: There is no lst() in @stele/schema; write list().\n',
      ],
      [
        whole(`${imported} import * as s from '@stele/schema';`, 's.lst()'),
        'stele.config.ts:10: There is no lst() in @stele/schema; write list().\n',
      ],
      [
        whole(`${imported} const helpers = {};`, 'helpers.list()'),
        'stele.config.ts:10: helpers.list is not a function\n',
      ],
      [whole(`${imported} const re = {};`, 're.test()'), 'stele.config.ts:10: re.test is not a function\n'],
      [
        whole(imported, 'relationship()'),
        'stele.config.ts:10: relationship is not defined. Declare it, or import it. The builders of @stele/schema are: defineConfig, collection, text, ',
      ],
    ];
    for (const [source, sentence] of cases) {
      await at.place.write('stele.config.ts', source);
      const run = await at.stele('diff');
      expect([run.code, run.stderr], sentence).toEqual([2, expect.stringContaining(sentence)]);
    }
    await at.place.write('parts.ts', "import { text } from '@stele/schema';\n\nexport const title = txt();\n");
    await at.place.write('stele.config.ts', "import { title } from './parts.ts';\nexport default title;\n");
    expect((await at.stele('diff')).stderr).toBe('parts.ts:3: There is no txt() in @stele/schema; write text().\n');
    await at.place.write('schema.ts', 'export {};\n');
    await at.place.write('parts.ts', "import { text } from './schema.ts';\n\nexport const title = text();\n");
    expect((await at.stele('diff')).stderr).toBe('parts.ts:3: (0 , _schema.text) is not a function\n');
  });

  it('refuses a token of another project than the one that is named', async () => {
    await config('title: s.text()');
    const run = await at.stele('diff', '--project', 'prj_other');
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('not of prj_other')]);
    expect((await at.stele('diff', '--project', at.project.id)).code).toBe(1);
  });
});

describe('stele pull', () => {
  it('writes a config that says the same as the schema', async () => {
    await at.place.write(
      'stele.config.ts',
      `import * as s from '@stele/schema';
const posts = s.collection({ key: 'posts', fields: {
  title: s.text({ required: true, localized: true, max: 80 }), tags: s.list(s.text()),
  kind: s.select({ options: ['a', { value: 'b', label: 'Bee' }] }),
} });
const other = s.collection({ key: 'other', singleton: true, fields: { it: s.reference('posts') } });
export default s.defineConfig({ collections: [posts, other] });
`,
    );
    await at.stele('push', '--yes');
    await rm(path.join(at.place.folder, 'stele.config.ts'));
    const run = await at.stele('pull');
    expect([run.code, run.stderr, run.stdout]).toEqual([
      0,
      '',
      'Wrote the schema of Blog (version 1) to stele.config.ts.\n',
    ]);
    expect(await readFile(path.join(at.place.folder, 'stele.config.ts'), 'utf8')).toContain(
      'title: text({ required: true, localized: true, max: 80 }),',
    );
    const diff = await at.stele('diff');
    expect([diff.code, diff.stdout]).toEqual([0, 'stele.config.ts and the schema of Blog are the same.\n']);
    for (const name of ['other.json', 'other.mjs']) {
      expect((await at.stele('pull', '--config', name)).code).toBe(0);
      expect((await at.stele('diff', '--config', name)).code).toBe(0);
    }
  });

  it('overwrites a config that differs only when forced, and leaves one alone that says the same', async () => {
    const file = await config('title: s.text()');
    await at.stele('push', '--yes');
    const own = await readFile(file, 'utf8');
    expect((await at.stele('pull')).stdout).toContain('stele.config.ts says the same');
    expect(await readFile(file, 'utf8')).toBe(own);
    await config('headline: s.text()');
    const refused = await at.stele('pull');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--force')]);
    const forced = await at.stele('pull', '--force', '--json');
    expect(JSON.parse(forced.stdout)).toMatchObject({ file: 'stele.config.ts', version: 1, written: true });
    expect((await at.stele('diff')).code).toBe(0);
  });

  it('says that there is no schema yet', async () => {
    const run = await at.stele('pull');
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('has no schema yet')]);
  });
});

describe('stele types', () => {
  it('writes types, and says whether they are up to date', async () => {
    await config('title: s.text({ required: true })');
    await at.stele('push', '--yes');
    const missing = await at.stele('types', '--check', '--out', 'src/own types.d.ts');
    expect([missing.code, missing.stdout]).toEqual([
      1,
      "There is no file src/own types.d.ts. Generate it: npx stele types --out 'src/own types.d.ts'\n",
    ]);
    await at.place.write('stele-types.d.ts', '');
    expect(await at.stele('types', '--check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("doesn't match the schema of"),
    });
    const written = await at.stele('types');
    expect([written.code, written.stdout]).toEqual([0, 'Wrote the types of 1 collection to stele-types.d.ts.\n']);
    const text = await readFile(path.join(at.place.folder, 'stele-types.d.ts'), 'utf8');
    expect(text).toContain('export interface Post {\n  readonly title: string;\n}');
    expect(text).toContain('export interface Collections {\n  posts: Post;\n}');
    expect((await at.stele('types', '--check')).code).toBe(0);
    await config('title: s.text()');
    await at.stele('push', '--yes');
    const check = await at.stele('types', '--check', '--json');
    expect([check.code, JSON.parse(check.stdout)]).toEqual([
      1,
      { file: 'stele-types.d.ts', version: 2, up_to_date: false, written: false },
    ]);
    expect((await at.stele('types', '--out', 'src/own.d.ts')).code).toBe(0);
    expect(await readFile(path.join(at.place.folder, 'src/own.d.ts'), 'utf8')).toContain('readonly title?: string;');
  });
});
