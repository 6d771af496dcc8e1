import { EventEmitter, once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp } from '@stele/core/testing/test-app';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSiteSettings, writeSiteSettings } from '../src/dev/site-settings.ts';
import { installStandIn } from './support/stand-in-server.ts';
import { ioIn, makeWorkplace, type Run, type Workplace } from './support/stele.ts';

const config = (fields: string): string => `
import { collection, defineConfig, number, text } from '@stele/schema';
const posts = collection({ key: 'posts', title: 'title', fields: { title: text({ required: true }), ${fields} } });
export default defineConfig({ collections: [posts] });
`;
/** A site that runs until it's ended. */
const SITE = ['--', 'node', '-e', 'setInterval(() => undefined, 1e6)'];

let app: TestApp;
let place: Workplace;
let ends: (() => Promise<Run>)[];

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  place = await makeWorkplace();
  ends = [];
});
afterEach(async () => {
  await Promise.all(ends.map((end) => end()));
  await place.remove();
});

/** Runs `stele dev` until it's ended. */
function dev(args: readonly string[]) {
  const [signals, news] = [new EventEmitter(), new EventEmitter()];
  let said = '';
  const onText = (text: string): void => {
    said += text;
    news.emit('text');
  };
  const ended = place.run(['dev', ...args], {}, { signals, onText });
  ends.push(() => {
    signals.emit('SIGINT');
    return ended;
  });
  return {
    ended,
    said: () => said,
    async until(text: string, from = 0): Promise<number> {
      while (!said.includes(text, from)) await once(news, 'text');
      return said.indexOf(text, from) + text.length;
    },
  };
}

const read = (name: string): Promise<string> => readFile(path.join(place.folder, name), 'utf8');

/** The keys of the fields in the schema that the local instance has. */
async function fieldsThere(): Promise<string[]> {
  const { project_id, tokens } = JSON.parse(await read('.stele/instance.json'));
  const { body } = await app.client({ token: tokens.admin }).get(`/projects/${project_id}/schema`);
  return body.schema.collections.flatMap(({ fields }: { fields: { key: string }[] }) => fields.map(({ key }) => key));
}

describe('stele dev', () => {
  it('says how to install the server where it is missing', async () => {
    const { code, stderr } = await place.run(['dev']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('npm install --save-dev @stele/server')]);
  });

  it("ends with the code of the site's command, and says so unless that is 0", async () => {
    await installStandIn(place, app);
    await place.write('stele.config.ts', config(''));
    for (const [code, words] of [
      [1, ['The command node -e process.exit(1) ended with 1.']],
      [0, []],
    ] as const) {
      const run = await dev(['--', 'node', '-e', `process.exit(${code})`]).ended;
      expect([run.code, run.stderr.match(/The command .*/g) ?? []]).toEqual([code, words]);
    }
  });

  it('imports content only once the config is pushed', async () => {
    await installStandIn(place, app);
    await place.write('stele.config.ts', config('day: dat()'));
    await mkdir(path.join(place.folder, 'posts'));
    await place.write('posts/first.md', '---\ntitle: First\n---\n');
    const run = dev(['--content', 'posts', '--as', 'posts', ...SITE]);
    const started = await run.until('it says where the site is');
    expect(run.said()).toContain('The content of posts is imported once the config is pushed.');
    expect(run.said()).not.toContain('Importing posts');
    await place.write('stele.config.ts', config(''));
    const pushed = await run.until('Pushed: the schema is at version 1.', started);
    await run.until('1 created', pushed);
    expect(await fieldsThere()).toEqual(['title']);
    await place.write('stele.config.ts', config('pages: number()'));
    await run.until('Pushed: the schema is at version 2.', pushed);
    expect(run.said().split('Importing posts')).toHaveLength(2);
  });

  it('imports each folder into each collection once, and refuses one that is not there', async () => {
    await installStandIn(place, app);
    const notes = "collection({ key: 'notes', fields: { title: text() } })";
    await place.write('stele.config.ts', config('').replace('[posts]', `[posts, ${notes}]`));
    for (const folder of ['posts', 'older']) {
      await mkdir(path.join(place.folder, folder));
      await place.write(`${folder}/${folder}.md`, `---\ntitle: ${folder}\n---\n`);
    }
    const start = async (...args: string[]): Promise<string> => {
      const run = dev([...args, '--', 'node', '-e', '']);
      return `${(await run.ended).code} ${run.said()}`;
    };
    expect(await start('--content', 'posts', '--as', 'posts')).toContain('1 created');
    expect(await start('--content', './posts/', '--as', 'posts')).not.toContain('Importing');
    expect(await start('--content', 'older', '--as', 'posts')).toContain('Importing older');
    expect(await start('--content', 'posts', '--as', 'notes')).toContain('1 created');
    expect(await start('--content', 'posts', '--as', 'posts')).not.toContain('Importing');
    expect(await start('--content', 'pots', '--as', 'posts')).toBe('2 There is no folder pots.\n');
  });

  it('starts without what it could not import, and says how to try again', async () => {
    await installStandIn(place, app);
    await place.write('stele.config.ts', config('day: date()').replace('number,', 'date,'));
    await mkdir(path.join(place.folder, 'my posts'));
    await place.write('my posts/good.md', '---\ntitle: Good\nday: 2024-03-01\n---\n');
    await place.write('my posts/bad.md', '---\ntitle: Bad\nday: 2024-02-31\n---\n');
    const run = dev(['--content', 'my posts', '--as', 'posts', ...SITE]);
    await run.until('it says where the site is');
    expect(run.said()).toContain('posts/bad, values.en.day: There is no day 2024-02-31.');
    const retry = /npx stele (import 'my posts' --as posts --add-locales --instance \S+)\n/.exec(run.said())?.[1] ?? '';
    await place.write('my posts/bad.md', '---\ntitle: Bad\nday: [\n---\n');
    const args = retry.split(' ');
    args.splice(1, 2, 'my posts');
    expect(await place.run(args)).toMatchObject({ code: 2, stdout: expect.stringContaining('line 3') });
    await place.write('my posts/bad.md', '---\ntitle: Fixed\nday: 2024-02-29\n---\n');
    const elsewhere = { STELE_URL: 'http://127.0.0.1:1', STELE_TOKEN: 'of-production' };
    expect(await place.run(args, elsewhere)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 created') });
  });

  it('starts also when front matter cannot be read', async () => {
    await installStandIn(place, app);
    await place.write('stele.config.ts', config(''));
    await mkdir(path.join(place.folder, 'posts'));
    await place.write('posts/bad.md', '---\ntitle: [\n---\n');
    await place.write('posts/chart.mdx', '---\ntitle: [\n---\n');
    const content = ['--content', 'posts', '--as', 'posts', '--exclude', '*.mdx'];
    const run = dev([...content, ...SITE]);
    await run.until('it says where the site is');
    expect(run.said()).toContain("The front matter of posts/bad.md can't be read at line 2");
    expect(run.said()).toContain(
      "npx stele import posts --as posts --exclude '*.mdx' --add-locales --instance .stele/instance.json",
    );
  });

  const ANNOUNCING = `const { writeFileSync } = require('node:fs');
writeFileSync(process.env.STELE_SITE_FILE, 'http://localhost:4321/docs');
setInterval(() => undefined, 1e6);`;

  it.each([
    ['.env', '.env', "STELE_PREVIEW_SECRET='a & b'\n", 'a+%26+b'],
    ['.env.local, which counts first', '.env.local', 'STELE_PREVIEW_SECRET=local\n', 'local'],
  ])('prints the address that opens drafts, with the secret of %s, once it knows where the site is', async (...row) => {
    const [, file, text, secret] = row;
    await installStandIn(place, app);
    await place.write('stele.config.ts', config(''));
    await place.write('.env', 'STELE_PREVIEW_SECRET=other\n');
    await place.write(file, text);
    const run = dev(['--', 'node', '-e', ANNOUNCING]);
    await run.until(`  Drafts    http://localhost:4321/docs/api/draft?secret=${secret}\n`);
  });

  it('ends as the site does', async () => {
    await installStandIn(place, app);
    const run = dev(['--', 'node', '-e', 'process.exit(3)']);
    expect((await run.ended).code).toBe(3);
  });

  it('takes the ports of a local address only, and leaves a .env alone that names an API elsewhere', async () => {
    const io = ioIn(place.folder);
    const variables = {
      STELE_URL: 'http://localhost:3100',
      STELE_CONTENT_URL: '',
      STELE_PROJECT: '',
      STELE_TOKEN: 'new',
    };
    expect(await readSiteSettings(io, place.folder)).toMatchObject({ port: 3100 });
    const text = 'STELE_URL=https://api.example.org\nSTELE_TOKEN=stl_pub_theirs\n';
    await place.write('.env', text);
    const elsewhere = await readSiteSettings(io, place.folder);
    expect(elsewhere).toMatchObject({ port: null, url: 'https://api.example.org' });
    expect(await writeSiteSettings(io, elsewhere, variables)).toEqual([]);
    expect(await read('.env')).toBe(text);
    await place.write('.env.local', 'STELE_URL=http://127.0.0.1:4000\n');
    const local = await readSiteSettings(io, place.folder);
    expect(local.port).toBe(4000);
    expect(await writeSiteSettings(io, local, variables)).toEqual(['.env.local']);
    expect(parseEnv(await read('.env.local'))).toEqual(variables);
    expect(await read('.env')).toBe(text);
  });

  it('refuses an address that is not http or https, with what to write', async () => {
    for (const [address, instead] of [
      ['localhost:4300', 'http://localhost:4300'],
      ['cms.example.org', 'https://cms.example.org'],
      ['ftp://cms.example.org', 'https://cms.example.org'],
    ]) {
      await place.write('.env', `STELE_URL=${address}\n`);
      await expect(readSiteSettings(ioIn(place.folder), place.folder)).rejects.toThrow(
        `STELE_URL in .env is "${address}", which is not a valid address. Write: STELE_URL=${instead}`,
      );
    }
  });

  it('says what it means for the site when .env names an API elsewhere', async () => {
    await place.write('.env', 'STELE_URL=https://cms.example.org\nSTELE_TOKEN=stl_pub_theirs\n');
    const within = await place.run(['dev', '--', 'astro', 'dev']);
    expect(within.stderr).toContain(
      '.env names https://cms.example.org and stays as it is. The site that starts here reads Stele on this machine; run on its own, such as for a build, it reads that address.\n',
    );
    const alone = await place.run(['dev']);
    expect(alone.stderr).toContain(
      '.env names https://cms.example.org and stays as it is. A site that you start yourself reads that address. To have it read Stele on this machine, start it with "npx stele dev -- COMMAND".\n',
    );
  });
});

it('says what to do about a port that another program has, by the code of the error', async () => {
  await installStandIn(place, app, { code: 'port_taken', port: 3101, message: 'In the words of the server.' });
  const { code, stderr } = await place.run(['dev']);
  expect(code).toBe(2);
  expect(stderr).toContain('Port 3101 is taken by another program, perhaps another "stele dev".');
  expect(stderr).toContain('STELE_URL=http://localhost:3200 takes the ports 3200 to 3202.');
});

it('repeats what else keeps the instance from starting', async () => {
  await installStandIn(place, app, { code: 'port_twice', port: 3101, message: 'In the words of the server.' });
  expect((await place.run(['dev'])).stderr).toContain('In the words of the server.');
});
