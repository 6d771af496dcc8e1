import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachConnected, said } from './support/connected.ts';

const at = eachConnected({ locales: ['en', 'de'], name: 'Blog' });

const published = (values: object): Promise<string> => at.publish('posts', { en: values });

/** The comment of a plan for what the config says. */
async function comment(...args: string[]): Promise<string> {
  const run = await at.stele('push', '--plan', 'plan.json', '--comment', 'comment.md', ...args);
  expect(said(run)).toEqual([0, '']);
  return readFile(path.join(at.place.folder, 'comment.md'), 'utf8');
}

describe('the comment of a plan', () => {
  it('counts no entry twice that several changes concern', async () => {
    await at.config({ posts: 'title: s.text(), lead: s.text(), teaser: s.text()' });
    await at.stele('push', '--yes');
    await published({ title: 'Long title', lead: 'Lead', teaser: 'Soon' });
    await published({ title: 'Another title', teaser: 'Soon' });

    await at.config({ posts: 'title: s.text(), lead: s.text()' });
    expect(await comment()).toContain(':warning: Content of 2 entries would be lost.');
    await at.config({ posts: 'title: s.text()' });
    expect(await comment()).toContain(':warning: Content of at least 2 entries would be lost.');
    await at.config({ posts: 'title: s.text({ max: 5 }), lead: s.text(), teaser: s.text()' });
    expect(await comment()).toContain(":warning: Without an edit, 2 live entries couldn't be published again.");
    await at.config({
      posts: 'title: s.text({ max: 5 }), lead: s.text(), teaser: s.text(), rank: s.integer({ required: true })',
    });
    expect(await comment()).toContain(
      ":warning: Without an edit, at least 2 live entries couldn't be published again.",
    );
  });

  it('says of how many entries a change loses content, when it converts that of others', async () => {
    await at.config({ posts: 'title: s.text(), pages: s.text()' });
    await at.stele('push', '--yes');
    for (const pages of ['12', 'many', 'few']) await published({ title: 'One', pages });
    await at.config({ posts: 'title: s.text(), pages: s.integer(), lead: s.text()' });
    const written = await comment();
    expect(written).toContain(`| change | entries | losing content | live | not publishable again |
|---|--:|--:|--:|--:|
| The type of posts.pages changes from text to integer. | 3 | 2 | 3 | 0 |
`);
    expect(written).toContain(':warning: Content of 2 entries would be lost.');
    expect(written).toContain(`**Loses nothing**

| change | entries | live | not publishable again |
|---|--:|--:|--:|
| The field posts.lead is new. | 0 | 0 | 0 |
`);
  });

  it('says from which version to which it leads, and ends with the commands that push it', async () => {
    await at.config({ posts: 'title: s.text()' });
    await at.stele('push', '--yes');
    await at.config({ posts: 'title: s.text(), lead: s.text()' });
    const lines = (await comment()).split('\n');
    expect(lines).toContain('One change, from version 1 of the schema to version 2.');
    expect(lines.at(-2)).toBe('To push it: `npx stele push --plan plan.json`, then `npx stele push --apply plan.json`');
    await at.config({ posts: 'title: s.text(), rank: s.integer({ required: true })' });
    await published({ title: 'One' });
    const planned = await at.stele('push', '--plan', "a plan's.json", '--comment', '-');
    expect(planned.stdout).toMatch(/, then `npx stele push --apply 'a plan'\\''s\.json' --allow-invalid`\n$/);
    expect(planned.stderr).toMatch(/To push it: npx stele push --apply 'a plan'\\''s\.json' --allow-invalid\n$/);
  });
});

describe('a plan', () => {
  it('of another project is refused before anything else is looked at', async () => {
    await at.config({ posts: 'title: s.text()' });
    await at.stele('push', '--plan', 'plan.json');
    const other = await at.app.project({ name: 'Other' });
    const env = { STELE_TOKEN: other.tokens.admin };
    const refusal = [
      2,
      `The plan is for the project ${at.project.id}, the token of ${other.id}. Nothing was changed.\n`,
    ];
    expect(said(await at.place.run(['push', '--apply', 'plan.json'], env))).toEqual(refusal);
    // That project may even have this schema already.
    await at.place.run(['push', '--yes'], env);
    expect(said(await at.place.run(['push', '--apply', 'plan.json'], env))).toEqual(refusal);
  });

  it('that keeps other collections says that the schema has changed, when somebody pushed another collection', async () => {
    await at.config({ posts: 'title: s.text()' });
    await at.stele('push', '--plan', 'plan.json', '--keep-others');
    await at.config({ pages: 'text: s.text()' }, 'pages.config.ts');
    await at.stele('push', '--yes', '--keep-others', '--config', 'pages.config.ts');
    expect(said(await at.stele('push', '--apply', 'plan.json'))).toEqual([
      2,
      "The project's schema changed since the plan: it was made for version 0, and version 1 is active. Nothing was changed. Make a new plan: npx stele push --plan plan.json --keep-others\n",
    ]);
  });
});

describe('a push that changes live content', () => {
  it('says how many live entries it changes, and how to roll it out', async () => {
    await at.config({ posts: "pages: s.text(), kind: s.select({ options: ['news', 'essay'] })" });
    await at.stele('push', '--yes');
    await published({ pages: '12', kind: 'essay' });
    await at.config({ posts: "pages: s.integer(), kind: s.select({ options: ['news', 'essay'] })" });
    const typed = await at.stele('push', '--plan', 'plan.json');
    expect(typed.stdout).toContain('    Changes the live content of 1 entry.\n');
    expect(typed.stdout).toContain(`In production, roll it out in steps:
  The type of posts.pages changes from text to integer: 1 live entry
    1. Switch the site: have it read posts.pages both as it was and as it becomes, and deploy it
    2. Push: npx stele push --yes
    3. Clean up: have the site read only the new form of posts.pages, deploy it, and see that it's live: npx stele deployments
`);
    await at.config({ posts: "pages: s.text(), kind: s.select({ options: ['news'] })" });
    const written = await comment();
    expect(written).toContain('- posts.kind loses the option essay: 1 live entry\n');
    expect(written).toContain('  2. Push: `npx stele push --yes --allow-destructive`\n');
  });
});
