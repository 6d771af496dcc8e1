import { describe, expect, it } from 'vitest';
import { eachConnected } from './support/connected.ts';

const at = eachConnected({ locales: ['en'], name: 'Blog' });

/** Writes a config whose `posts` have these fields. */
const config = (posts: string): Promise<string> => at.config({ posts });

/** Runs a command. @returns the exit code, and all output, with `ent_…` for ids */
async function said(...args: string[]): Promise<[number, string]> {
  const { code, stdout, stderr } = await at.place.run(args);
  return [code, (stdout + stderr).replaceAll(/ent_[a-z0-9]{20,}/g, 'ent_…')];
}

const publish = (values: object): Promise<string> => at.publish('posts', { en: values });

describe('the report of a push', () => {
  it('reports a new field with a default as one change, which keeps all entries publishable', async () => {
    await config('title: s.text()');
    await said('push', '--yes');
    await publish({ title: 'One' });
    await config("title: s.text(), author: s.text({ required: true, default: 'Ann' })");
    const report = `1 change that concerns existing entries
  The field posts.author is new; existing entries get "Ann".
    1 entry: ent_…
    Changes the live content of 1 entry.
`;
    expect(await said('diff')).toEqual([1, `stele.config.ts differs from the schema of Blog, version 1.\n\n${report}`]);
    expect(await said('push', '--yes')).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`^Comparing stele.config.ts with the schema of Blog.\n\n${escaped(report)}\nPushed: .*\n$`),
      ),
    ]);
  });

  it('repeats only what a decision changed', async () => {
    await config('title: s.text(), pages: s.text()');
    await said('push', '--yes');
    for (const pages of ['12', 'many', 'few']) {
      await at.project.api.post(`/projects/${at.project.id}/entries`, {
        collection_key: 'posts',
        values: { en: { title: 'One', pages } },
      });
    }
    await config("title: s.text({ default: 'New' }), pages: s.integer()");
    expect(await said('push', '--yes')).toEqual([
      2,
      expect.stringContaining(
        'Content would be lost:\n  The type of posts.pages changes from text to integer. (2 of 3 entries)\n',
      ),
    ]);
    expect((await said('push', '--plan', 'plan.json', '--comment', '-'))[1]).toContain(
      'Content of 2 entries would be lost.',
    );
    expect(await said('push', '--yes', '--allow-destructive')).toEqual([
      0,
      `Comparing stele.config.ts with the schema of Blog.

1 change that loses nothing
  New entries get the default "New" in posts.title from now on.

1 change that destroys content
  The type of posts.pages changes from text to integer.
    3 entries: ent_…, ent_…, ent_…
    2 of 3 entries lose values that can't be converted.
    Needs a migration before it can be pushed.
    Suggested: convert the values of posts.pages, dropping those that can't be

After what was decided:

1 change that destroys content
  The type of posts.pages changes from text to integer.
    3 entries: ent_…, ent_…, ent_…
    2 of 3 entries lose values.
    This push also converts the values of posts.pages, dropping those that can't be.

Pushed: the schema is at version 2. 3 entries migrated.
`,
    ]);
  });
});

describe('a field that becomes required', () => {
  it('is filled with its default where it is empty', async () => {
    await config('title: s.text(), author: s.text()');
    await said('push', '--yes');
    await publish({ title: 'One' });
    await config("title: s.text(), author: s.text({ required: true, default: 'Ann' })");
    expect((await said('push', '--yes'))[1]).toContain(
      `    This push also sets posts.author to "Ann" where it's empty.\n`,
    );
  });
});

describe('a rename that is undone', () => {
  it('keeps its values with the rename the other way round', async () => {
    await config('headline: s.text()');
    await said('push', '--yes');
    await publish({ headline: 'One' });
    await config("title: s.text({ renamed_from: 'headline' })");
    expect(await said('push', '--yes')).toEqual([0, expect.stringContaining('Pushed: ')]);
    await config('headline: s.text()');
    expect(await said('push', '--yes')).toEqual([2, expect.stringContaining('The field posts.title goes away.')]);
    expect(await said('push', '--yes', '--rename', 'posts.title:headline')).toEqual([
      0,
      expect.stringContaining('Pushed: '),
    ]);
    const { body } = await at.project.api.get(`/projects/${at.project.id}/entries?include=live_values`);
    expect(body.data).toMatchObject([{ live_values: { en: { headline: 'One' } } }]);
  });
});

const escaped = (text: string): string => text.replaceAll(/[.()*+?^$]/g, String.raw`\$&`);
