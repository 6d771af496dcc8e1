import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFile } from '@stele/core/testing/media-app';
import type { LooseBody } from '@stele/testing/api-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachConnected } from './support/connected.ts';
import type { Run } from './support/stele.ts';

const CONFIG = `import { boolean, collection, date, defineConfig, files, image, list, markdown, slug, text } from '@stele/schema';
export default defineConfig({ collections: [collection({ key: 'posts', title: 'title', fields: {
  title: text({ required: true, localized: true }), slug: slug({ required: true, localized: true, source: 'title' }),
  description: text(), pubDate: date({ required: true }), heroImage: image(), gallery: files(), tags: list(text()), featured: boolean(),
  body: markdown({ localized: true }),
} })] });
`;

const at = eachConnected({ locales: ['en', 'de'] });

beforeEach(async () => {
  await at.place.write('stele.config.ts', CONFIG);
  expect((await at.place.run(['push', '--yes'])).code).toBe(0);
});

async function write(name: string, content: string | Uint8Array): Promise<void> {
  const file = path.join(at.place.folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
const run = (...options: string[]): Promise<Run> => at.place.run(['import', 'src/blog', '--as', 'posts', ...options]);
const entry = async (name: string): Promise<LooseBody> =>
  (await at.project.api.get(`/projects/${at.project.id}/entries/by-external-id/posts/${encodeURIComponent(name)}`))
    .body;
const assets = async (): Promise<LooseBody[]> =>
  (await at.project.api.get(`/projects/${at.project.id}/assets?sort=created`)).body.data;

/** A blog as a framework's template lays it out. */
async function blog(): Promise<void> {
  const hill = testFile({ filename: 'hill.jpg' });
  await write('src/assets/hill.jpg', hill.body);
  await write('public/images/same hill.jpg', hill.body);
  await write('public/images/sea.jpg', testFile({ filename: 'sea.jpg' }).body);
  await write(
    'src/blog/first-post.md',
    `---
title: 'First post'
description: "What it's about"
pubDate: 'Jul 08 2022'
heroImage: '../assets/hill.jpg'
tags: [one, 2]
layout: ../layouts/Post.astro
---
Look: ![A hill](../assets/hill.jpg "Title") and ![](</images/same hill.jpg>),
![The sea](/images/sea.jpg), ![elsewhere](https://example.org/a.jpg) and ![gone](./gone.png).
`,
  );
  await write(
    'src/blog/2026/second/index.mdx',
    '---\ntitle: Second\npub-date: 2026-11-23\nfeatured: true\n---\n\nText\n',
  );
  await write(
    'src/blog/unfinished.md',
    '---\ntitle: Unfinished\npubDate: 2026-11-24T10:00:00Z\ndraft: true\n---\nSoon\n',
  );
}

describe('stele import FOLDER', () => {
  it('makes entries of Markdown files, with their pictures, each uploaded once', async () => {
    await blog();
    const dry = await run('--dry-run', '--json');
    expect([dry.code, JSON.parse(dry.stdout)]).toEqual([
      0,
      expect.objectContaining({ to_create: 3, assets_to_upload: 2, failed: [] }),
    ]);
    expect(await assets()).toEqual([]);
    const done = await run();
    expect([done.code, done.stdout]).toEqual([
      0,
      expect.stringContaining('3 created, 0 changed, 0 unchanged, 0 failed; 2 published.'),
    ]);
    expect(done.stderr).toContain('Front matter without a matching field in posts: layout (1 file).');
    expect(done.stderr).toContain('1 file says "draft: true": it isn\'t published.');
    expect(done.stderr).toMatch(/There is no file \.\/gone\.png in .*first-post\.md\./);
    const [hill, sea] = (await assets()).sort((a, b) => (a.filename < b.filename ? -1 : 1));
    expect([hill.filename, sea.filename]).toEqual(['hill.jpg', 'sea.jpg']);
    const first = await entry('first-post');
    expect([first.status, first.values.en]).toEqual([
      'published',
      {
        title: 'First post',
        slug: 'first-post',
        description: "What it's about",
        pubDate: '2022-07-08',
        heroImage: hill.id,
        tags: ['one', '2'],
        body: `Look: ![A hill](asset:${hill.id} "Title") and ![](asset:${hill.id}),\n![The sea](asset:${sea.id}), ![elsewhere](https://example.org/a.jpg) and ![gone](./gone.png).`,
      },
    ]);
    expect((await entry('2026/second')).values.en).toEqual({
      title: 'Second',
      slug: 'second',
      pubDate: '2026-11-23',
      featured: true,
      body: 'Text',
    });
    expect(await entry('unfinished')).toMatchObject({ status: 'draft', values: { en: { pubDate: '2026-11-24' } } });
  });

  it('takes the first heading for the title where front matter has none', async () => {
    await write('src/blog/plain.md', '# The `stele` *command* of [Ada](ada.md)\n\nText.\n\n# Another\n');
    await write('src/blog/named.md', '---\ntitle: Named\n---\n# A heading\n\nText.\n');
    await run('--no-publish');
    expect((await entry('plain')).values.en).toMatchObject({
      title: 'The stele command of Ada',
      body: 'Text.\n\n# Another',
    });
    expect((await entry('named')).values.en).toMatchObject({ title: 'Named', body: '# A heading\n\nText.' });
  });

  it('names .mdx files with more than Markdown, and leaves them out when asked to', async () => {
    const front = '---\ntitle: A\npubDate: 2026-11-23\n---\n';
    await write('src/blog/imports.mdx', `${front}import Chart from '../Chart.astro';\n\nText\n`);
    await write('src/blog/component.mdx', `${front}Text with a <Chart of="sales" />.\n`);
    await write(
      'src/blog/plain.mdx',
      `${front}import duties from China rose by \`<Chart>\`.\n\n\`\`\`js\nimport a from 'a';\n\`\`\`\n<b>1 <2</b>\n`,
    );
    await write('src/blog/other.md', `${front}<Chart />\n`);
    const { stderr } = await run('--dry-run');
    expect(stderr).toBe(
      '2 .mdx files with imports or components: component.mdx, imports.mdx. These become text, which shows as it stands. To leave such files out, add --exclude "*.mdx", or --exclude component.mdx for one.\n',
    );
    const excluded = ['--exclude', 'src/blog/imports.mdx', '--exclude', 'comp*'];
    const left = await run(...excluded, '--json');
    expect([left.code, left.stderr, JSON.parse(left.stdout).created]).toEqual([0, '', 2]);
    expect((await entry('plain')).status).toBe('published');
    expect((await entry('component')).values).toBeUndefined();
  });

  it.each([
    ['*.mdx', ['2023/deep/b', '2023/sub', 'a']],
    ['2023', ['a', 'c']],
    ['2023/*', ['a', 'c']],
    ['2023/*.md', ['2023/deep/b', 'a', 'c']],
    ['**/b.md', ['2023/sub', 'a', 'c']],
    ['./src/blog/2023/', ['a', 'c']],
    ['?.md*', ['2023/sub']],
  ])('leaves out the files that the glob %s says', async (glob, expected) => {
    for (const name of ['a.md', 'c.mdx', '2023/sub.md', '2023/deep/b.md']) {
      await write(`src/blog/${name}`, `---\ntitle: ${name}\npubDate: 2026-11-23\n---\n`);
    }
    const { code, stderr } = await run('--exclude', glob, '--no-publish');
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const { body } = await at.project.api.get(`/projects/${at.project.id}/entries`);
    expect(body.data.map((one: LooseBody) => one.external_id).sort()).toEqual(expected);
  });

  it('keeps the addresses that a site has, where slugs may be paths, and else names the files whose address changes', {
    tags: ['full'],
  }, async () => {
    const addresses = {
      '2023/sub.md': '2023/sub',
      '2024/folder/index.md': '2024/folder',
      'flat/index.md': 'flat',
      '01_intro.md': '01_intro',
      'a--b.md': 'a--b',
      'Release 2.0.md': 'release-20',
      'trailing-.md': 'trailing-',
      'über-uns.md': 'über-uns',
      '_hidden/x.md': '_hidden/x',
    };
    const post = (more = ''): string => `---\ntitle: A\npubDate: 2026-11-23\n${more}---\n`;
    for (const name of Object.keys(addresses)) await write(`src/blog/${name}`, post());
    await write('src/blog/2024/own.md', post('slug: my-own\n'));
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([
      0,
      [
        'Slugs that differ from the address of their file on an Astro site: 01_intro.md (01-intro), 2023/sub.md (sub), 2024/folder/index.md (folder), _hidden/x.md (x), a--b.md (a-b), trailing-.md (trailing). To keep the addresses, write slug({ path: true }) in the config.',
        'Files with a name that begins with _: _hidden/x.md. If your site leaves such files out, do so here: --exclude "_*".\n',
      ].join('\n'),
    ]);
    expect((await entry('2023/sub')).values.en.slug).toBe('sub');
    await at.place.write('stele.config.ts', CONFIG.replace("source: 'title'", "source: 'title', path: true"));
    expect((await at.place.run(['push', '--yes'])).code).toBe(0);
    expect((await run()).code).toBe(0);
    const slugs: Record<string, string> = {};
    for (const name of Object.keys(addresses)) {
      slugs[name] = (await entry(name.replace(/(\/index)?\.md$/, ''))).values.en.slug;
    }
    expect(slugs).toEqual(addresses);
    expect((await entry('2024/own')).values.en.slug).toBe('my-own');
  });

  it('takes the pictures that Markdown shows, however it names them, and leaves code as it is', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      await write(`src/blog/${name}.jpg`, testFile({ filename: `${name}.jpg` }).body);
    }
    const text = [
      'Look: ![A [b]](./one.jpg "Title"), ![two][second] and ![three].',
      '<img src="./four.jpg" alt="Four"> [no picture][link]',
      '',
      '| a |',
      '|---|',
      '| ![five](<five.jpg>) |',
      '',
      '`![code](./one.jpg)`',
      '',
      '```md',
      '![code](./gone.jpg)',
      '```',
      '',
      '    ![code](./one.jpg)',
      '',
      '[second]: ./two.jpg "Two"',
      '[three]: <./three.jpg>',
      '[link]: ./one.jpg',
    ];
    await write('src/blog/a.md', `---\ntitle: A\npubDate: 2026-11-23\n---\n${text.join('\n')}\n`);
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    const ids = new Map((await assets()).map(({ filename, id }) => [filename.replace('.jpg', ''), `asset:${id}`]));
    expect([...ids.keys()].sort()).toEqual(['five', 'four', 'one', 'three', 'two']);
    const expected = [...text];
    expected[0] = `Look: ![A [b]](${ids.get('one')} "Title"), ![two][second] and ![three].`;
    expected[1] = `<img src="${ids.get('four')}" alt="Four"> [no picture][link]`;
    expected[5] = `| ![five](${ids.get('five')}) |`;
    expected[15] = `[second]: ${ids.get('two')} "Two"`;
    expected[16] = `[three]: ${ids.get('three')}`;
    expect((await entry('a')).values.en.body).toBe(expected.join('\n'));
    const texts = (await assets()).map(({ filename, alt_text }) => [filename, alt_text.en]);
    expect(texts.sort()).toEqual([
      ['five.jpg', 'five'],
      ['four.jpg', 'Four'],
      ['one.jpg', 'A [b]'],
      ['three.jpg', 'three'],
      ['two.jpg', 'two'],
    ]);
  });

  it('takes what front matter says of a picture as its alternative text', async () => {
    for (const name of ['one', 'two', 'three']) {
      await write(`src/blog/${name}.jpg`, testFile({ filename: `${name}.jpg` }).body);
    }
    const post = (picture: string) => `---\ntitle: A\npubDate: 2026-11-23\n${picture}\n---\nText\n`;
    await write('src/blog/a.md', post('heroImage: ./one.jpg\nhero_image_alt: A weir'));
    await write('src/blog/b.md', post('heroImage:\n  src: ./two.jpg\n  alt: A heron'));
    await write('src/blog/c.md', post('heroImage: ./three.jpg'));
    const { code, stdout } = await run();
    expect([code, stdout.includes('hero_image_alt')]).toEqual([0, false]);
    const texts = (await assets()).map(({ filename, alt_text }) => [filename, alt_text]);
    expect(texts.sort()).toEqual([
      ['one.jpg', { en: 'A weir' }],
      ['three.jpg', {}],
      ['two.jpg', { en: 'A heron' }],
    ]);
  });

  it('refuses days that do not exist and dates that it cannot read, and imports the other files', async () => {
    const dates = {
      'misspelt-month': 'Febuary 12 2024',
      'no-such-day': 'February 31 2024',
      'no-such-day-iso': '2024-02-31',
      'no-day': 'May 2022',
      written: 'Fri, 01 Mar 2024 23:30:00 GMT',
      american: '07/08/2022',
      'day-first': '13/02/2024',
    };
    for (const [name, date] of Object.entries(dates)) {
      await write(`src/blog/${name}.md`, `---\ntitle: A post\npubDate: '${date}'\n---\n`);
    }
    const place = 'values.en.pubDate: ';
    const form = 'It is written as 2026-11-21, or as Nov 21 2026.';
    const refused = {
      'misspelt-month': `${place}"Febuary 12 2024" isn't a date. ${form}`,
      'day-first': `${place}There is no day 2024-13-02: "13/02/2024" is read with the month first. Write it as 2026-11-21.`,
      'no-day': `${place}"May 2022" isn't a date. ${form}`,
      'no-such-day': `${place}There is no day 2024-02-31.`,
      'no-such-day-iso': `${place}There is no day 2024-02-31.`,
    };
    for (const options of [['--dry-run'], []]) {
      const { code, stdout } = await run('--json', ...options);
      const { failed } = JSON.parse(stdout) as { failed: { externalId: string; message: string }[] };
      const messages = Object.fromEntries(failed.map(({ externalId, message }) => [externalId, message]));
      expect([code, messages]).toEqual([2, refused]);
    }
    expect((await entry('written')).values.en.pubDate).toBe('2024-03-01');
    expect((await entry('american')).values.en.pubDate).toBe('2022-07-08');
    expect((await entry('no-such-day')).values).toBeUndefined();
    await write('src/blog/no-body.md', '---\ntitle: Without a date\n---\n');
    expect((await run()).stdout).toContain('Created, but not published or not whole, because they failed: 1.');
  });

  it('says at a field that the file which it names is not there', async () => {
    await write(
      'src/blog/lost.md',
      "---\ntitle: Lost\npubDate: 2026-11-23\nheroImage: './gone.png'\ngallery: ['/gone.jpg', 'https://example.org/a.jpg']\n---\n",
    );
    for (const options of [['--dry-run'], []]) {
      const { code, stdout, stderr } = await run(...options);
      expect([code, stderr]).toEqual([2, '']);
      expect(stdout).toContain(
        [
          '1 failure:',
          '  posts/lost, values.en.heroImage: There is no file ./gone.png.',
          '  posts/lost, values.en.gallery.0: There is no file /gone.jpg.',
          "  posts/lost, values.en.gallery.1: https://example.org/a.jpg isn't a file of this site. Download it, and write where it is.",
        ].join('\n'),
      );
    }
  });

  it('changes what differs when it is run again, and brings in another language', { tags: ['full'] }, async () => {
    await blog();
    await run();
    const count = (await assets()).length;
    await write('src/blog/2026/second/index.mdx', '---\ntitle: Second, corrected\npubDate: 2026-11-23\n---\nText\n');
    const again = JSON.parse((await run('--json')).stdout);
    expect(again).toMatchObject({ created: 0, updated: 1, published: 1, failed: [], assets: { uploaded: 0 } });
    expect((await entry('2026/second')).values.en).toMatchObject({
      title: 'Second, corrected',
      slug: 'second',
      featured: true,
    });
    expect(await assets()).toHaveLength(count);
    await write('de/first-post.md', '---\ntitle: Erster Beitrag\n---\nHallo\n');
    const german = await at.place.run(['import', 'de', '--as', 'posts', '--locale', 'de', '--json']);
    expect(JSON.parse(german.stdout)).toMatchObject({ updated: 1, published: 1, failed: [] });
    expect((await entry('first-post')).values.de).toMatchObject({ title: 'Erster Beitrag', pubDate: '2022-07-08' });
  });

  it('names each file that it cannot read, and imports the others', async () => {
    await write('src/blog/a.md', '---\ntitle: A\npubDate: [\n---\n');
    await write('src/blog/b.md', '---\njust text\n---\n');
    await write('src/blog/c.md', '---\ntitle: C\npubDate: 2026-11-23\nuid: c\n---\n');
    await write('src/blog/d/index.md', '---\ntitle: D\npubDate: 2026-11-23\nuid: c\n---\n');
    await write('src/blog/e.md', '---\ntitle: E\n---\n');
    await write('src/blog/f.md', '+++\ntitle = "F"\n+++\n');
    await write('src/blog/g.md', '---\ntitle: G\n\nText\n');
    await write('src/blog/h.md', Buffer.from('---\ntitle: Fa\xe7ade\n---\n', 'latin1'));
    const failures = new RegExp(
      [
        '7 failures:',
        "  posts/a: The front matter of src/blog/a\\.md can't be read at line 3, column 11: [^\n]*[^:]\\.",
        '  posts/b: The front matter of src/blog/b\\.md has no fields, such as "title: Hello"\\.',
        '  posts/d: src/blog/d/index\\.md and src/blog/c\\.md have the same id, "c"\\.',
        '  posts/e: The front matter of src/blog/e\\.md has no "uid", which --id names\\.',
        '  posts/f: The front matter of src/blog/f\\.md is TOML\\. Write it as YAML, between lines of ---\\.',
        '  posts/g: The front matter of src/blog/g\\.md has no end\\. Put a line of --- behind it\\.',
        "  posts/h: src/blog/h\\.md isn't text in UTF-8\\. Save it as UTF-8\\.\n",
      ].join('\n'),
    );
    const dry = await run('--id', 'uid', '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([2, expect.stringMatching(failures)]);
    expect(dry.stdout).toContain('7 lines would fail.');
    const done = await run('--id', 'uid');
    expect([done.code, done.stdout]).toEqual([2, expect.stringMatching(failures)]);
    expect(done.stdout).toContain('1 created, 0 changed, 0 unchanged, 7 failed; 1 published.');
    expect((await entry('c')).values.en.title).toBe('C');
  });

  it('ends with 2 and says what to do', async () => {
    await write('src/blog/a.md', '---\ntitle: A\n---\n');
    const invalid = await run('--dry-run');
    expect([invalid.code, invalid.stdout]).toEqual([
      2,
      expect.stringContaining('1 failure:\n  posts/a, values.en.pubDate: '),
    ]);
    expect((await run('--body', 'title')).stderr).toContain('which --body names');
    expect((await at.place.run(['import', 'src/blog'])).stderr).toContain('--as posts');
    expect((await at.place.run(['import', 'src/blog', '--as', 'news'])).stderr).toContain('It has: posts.');
    expect((await run('--exclude', '*.mdx')).stderr).toBe('--exclude "*.mdx" matches no Markdown file in src/blog.\n');
    expect((await run('--exclude', '*')).stderr).toBe('All Markdown files in src/blog are excluded.\n');
    await mkdir(path.join(at.place.folder, 'empty'));
    expect((await at.place.run(['import', 'empty', '--as', 'posts'])).stderr).toContain('There is no Markdown file');
  });
});
