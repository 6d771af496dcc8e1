import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type MediaApp, testFile } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import { OPERATOR_SECRET, type TestPerson, type TestProject } from '@stele/core/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedCommands, mentionedCommands } from './support/documented-commands.ts';
import { pastedWords } from './support/pasted-words.ts';
import { fromSource } from './support/spawned.ts';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const commands = await documentedCommands();
const mentioned = await mentionedCommands();

/** A test that runs commands of a form, or what they stand for. */
interface Home {
  readonly form: RegExp;
  readonly test: string;
  /** A text that shows in the test that it does; of `stele`, the words and options show it. */
  readonly by?: string;
}

/** Commands that need more than a running API, and where they are run. */
const ELSEWHERE: readonly Home[] = [
  {
    form: /^npm create |^cd my-site$/,
    test: 'packages/create-stele/test/templates.long.test.ts',
    by: "'create', '--yes', 'stele@latest'",
  },
  {
    form: /^node packages\/create-stele\/|^for name in client |^cd \.\.\/my-site$|^npm install \.\/stele\//,
    test: 'packages/create-stele/test/from-clone.long.test.ts',
    by: "'docs', 'create.md'",
  },
  { form: /^npm run dev$/, test: 'packages/create-stele/test/templates.long.test.ts', by: "'run', 'dev'" },
  { form: /^npm install( |$)/, test: 'packages/create-stele/test/templates.long.test.ts', by: "'install'" },
  { form: /^npm start$/, test: 'e2e/start.full.test.ts', by: 'startInstance(' },
  { form: /^STELE_LIMITS=\S+ npm start$/, test: 'e2e/real-run.full.test.ts', by: 'STELE_LIMITS: ' },
  { form: /^npm run demo:import /, test: 'e2e/real-run.full.test.ts', by: 'demo:import' },
  { form: /^npx stele login\b/, test: 'packages/cli/test/personal.test.ts' },
  { form: /^npx stele (projects|tokens) create\b/, test: 'packages/cli/test/personal.test.ts' },
  { form: /^npx stele (push|import .*) --url /, test: 'packages/cli/test/personal.test.ts' },
  { form: /^npx stele dev /, test: 'packages/cli/test/dev.test.ts' },
  {
    form: /^npx stele dev --content _posts --as posts -- next dev$|^npx next build$/,
    test: 'packages/cli/test/docs-pages.long.test.ts',
    by: "commandsOf('tutorial-next.md')",
  },
  {
    form: /^npx stele dev --content src\/content\/blog .*-- astro dev$|^npx astro build$/,
    test: 'packages/cli/test/docs-pages.long.test.ts',
    by: "commandsOf('tutorial-astro.md')",
  },
  {
    form: /^STELE_DRAFTS=1 npx stele dev -- npx (astro dev|eleventy --serve)$/,
    test: 'packages/cli/test/docs-pages.long.test.ts',
    by: "commandsOf('preview.md')",
  },
  { form: /^npx stele pull --content /, test: 'packages/cli/test/pull-content.test.ts' },
  { form: /^npx stele (publish|deployments) /, test: 'packages/cli/test/delivery.test.ts' },
  { form: /^node apps\/content\//, test: 'e2e/real-run.full.test.ts', by: "stele.start('content')" },
  {
    form: /db:migrate$/,
    test: 'packages/core/src/platform/database/migrate-command.full.test.ts',
    by: 'migrate-command',
  },
  {
    form: /^npx @stele\/server (backup|restore|verify)/,
    test: 'packages/server/test/backup.full.test.ts',
    by: "'backup', '--to'",
  },
  {
    form: /^node \/opt\/stele\/\S+ split-settings /,
    test: 'packages/server/test/given-settings.test.ts',
    by: 'split-settings',
  },
  {
    form: /^docker build --file examples\/deploy\/Dockerfile /,
    test: 'packages/server/test/image.long.test.ts',
    by: "buildah('build'",
  },
  {
    form: /^curl .*"\$SCIM\//,
    test: 'packages/core/test/http/scim-users.test.ts',
    by: 'OFF)).body.active).toBe(false)',
  },
  { form: /instance\/setup/, test: 'packages/core/test/domains/set-up-code.full.test.ts', by: '/instance/setup' },
];

/** Commands that no test runs: of this repository's own tools and measurements, or of other people's programs. */
const BY_HAND: readonly RegExp[] = [
  /^npx pnpm install && npx pnpm build$/,
  /^npm test$|^cd packages\/core$|^(TEST_LONG=1 )?npx vitest run /,
  /BENCH_DATABASE_URL|^npx pnpm\S* bench$/,
  /@stele\/content build$/,
  /^aws s3api put-bucket-cors/,
  /^(export DOMAIN=\S+\n)?docker compose |^kubectl |^DOMAIN=\S+ examples\/deploy\/systemd\/install\.sh$/,
];

const isElsewhere = (page: string, command: string): boolean =>
  page === 'docs/quick-start.md' ||
  ELSEWHERE.some(({ form }) => form.test(command)) ||
  BY_HAND.some((form) => form.test(command));

/** The words of a `stele` command that name it, and its options: `projects`, `create`, `--url`. */
function wordsOf(command: string): string[] {
  const [own = ''] = command.replace(/^(npx )?stele /, '').split(' -- ');
  const name =
    /^(?:translations (?:export|import)|[a-z]+( (?:create|list|rotate|revoke|upload|me)\b)?)/.exec(own)?.[0] ?? '';
  return [...name.split(' '), ...(own.match(/(?<= )--[a-z-]+/g) ?? [])];
}

let app: MediaApp;
let project: TestProject;
let owner: TestPerson;
let place: Workplace;
/** Variables that the pages leave to the reader. */
let variables: Record<string, string>;

const config = (fields: string): Promise<string> =>
  place.write(
    'stele.config.ts',
    `import { collection, defineConfig, markdown, slug, text } from '@stele/schema';
const posts = collection({ key: 'posts', title: 'title', fields: { title: text({ required: true }), ${fields} } });
const docs = collection({ key: 'docs', fields: { title: text() } });
export default defineConfig({ collections: [posts, docs] });
`,
  );
const ALL = "slug: slug({ source: 'title' }), headline: text(), body: markdown()";

/** Runs a command as somebody in a shell would: `stele` in this process, unless the shell has more to do. */
async function run(command: string): Promise<Run> {
  if (/^npx stele [^|<>&;\n]*$/.test(command)) return place.run(await pastedWords(command, variables), variables);
  const shell = [
    'set -e',
    `npx() { shift; "$NODE" $STELE "$@"; }`,
    'curl() { command curl --silent --show-error --fail-with-body "$@"; }',
    command,
  ].join('\n');
  const env = {
    ...variables,
    PATH: process.env.PATH ?? '',
    HOME: place.folder,
    NODE_ENV: 'test' as const,
    NODE: process.execPath,
    STELE: fromSource.join(' '),
  };
  return new Promise((resolve) => {
    execFile('bash', ['-c', shell], { cwd: place.folder, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
    });
  });
}

const addEntry = async (): Promise<string> =>
  (
    await project.api.post(`/projects/${project.id}/entries`, {
      collection_key: 'posts',
      values: { en: { title: 'A' } },
    })
  ).body.id;

beforeAll(async () => {
  app = await sharedApp();
  project = await app.project({ locales: ['en'] });
  owner = await app.person({ projectId: project.id, role: 'owner' });
  place = await makeWorkplace();
  variables = ofTheProject();
  await config(ALL);
  expect((await run('npx stele push --yes')).stderr).toBe('');
});
afterAll(async () => {
  await place.remove();
});

function ofTheProject(): Record<string, string> {
  const { id, tokens } = project;
  const stele = { STELE_URL: app.url, STELE_PROJECT: id, STELE_TOKEN: tokens.admin };
  return {
    ...stele,
    API: app.url,
    STELE_OPERATOR_SECRET: OPERATOR_SECRET,
    PROJECT: id,
    TOKEN: tokens.admin,
    COOKIE: owner.cookie,
  };
}

const POST = '---\ntitle: First\n---\nSome text.\n';

/** Preparations for a command, by its form. */
const PREPARATIONS: readonly (readonly [RegExp, () => Promise<unknown>])[] = [
  [/stele init/, () => rm(path.join(place.folder, 'stele.config.ts'))],
  [/src\/content\/blog/, () => file('src/content/blog/first.md', POST)],
  [/src\/content\/projects/, () => file('src/content/projects/first.md', POST)],
  [/content\/posts/, () => file('content/posts/first.md', POST)],
  [/ _posts/, () => file('_posts/first.md', POST)],
  [/stele (push|diff|fill)/, () => config(ALL)],
  [/--plan/, () => config(`${ALL}, summary: text()`)],
  [/--apply/, () => config(`${ALL}, summary: text()`)],
  [
    /stele import docs/,
    () => file('docs.jsonl.gz', gzipSync('{"external_id": "a", "values": {"en": {"title": "A"}}}\n')),
  ],
  [/photos/, () => file('photos/hill.jpg', testFile({ filename: 'hill.jpg' }).body)],
  [/\/draft"/, async () => Object.assign(variables, { ID: await thirdVersion() })],
  [/snap_…/, publishOne],
  [/\$UPLOAD_URL/, declareUpload],
  [/stele import content/, useAnotherProject],
];

async function file(name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(path.join(place.folder, name)), { recursive: true });
  await writeFile(path.join(place.folder, name), content);
}

/** An entry that was saved three times. */
async function thirdVersion(): Promise<string> {
  const id = await addEntry();
  for (const version of [1, 2]) {
    const values = { en: { title: `Version ${version + 1}` } };
    await project.api.patch(`/projects/${project.id}/entries/${id}/draft`, { base_version: version, values });
  }
  return id;
}

async function publishOne(): Promise<void> {
  await project.api.post(`/projects/${project.id}/entries/${await addEntry()}/publish`, { locales: ['en'] });
}

async function declareUpload(): Promise<void> {
  const { body, mime } = testFile();
  await file('Lighthouse.jpg', body);
  const files = [{ filename: 'Lighthouse.jpg', mime, bytes: body.length }];
  const declared = await project.api.post(`/projects/${project.id}/assets/uploads`, { files });
  const [upload] = declared.body.uploads;
  Object.assign(variables, { UPLOAD_URL: upload.uploadUrl, ASSET_ID: upload.asset_id });
}

/** Content goes into a project that hasn't got it. */
async function useAnotherProject(): Promise<void> {
  const { id, tokens } = await app.project({ locales: ['en'] });
  Object.assign(variables, { STELE_PROJECT: id, STELE_TOKEN: tokens.admin });
  await run('npx stele push --yes');
}

/** Fills in the parts of a command that a page leaves open. */
async function filled(command: string): Promise<string> {
  if (!command.includes('snap_…')) return command;
  const { body } = await project.api.get(`/projects/${project.id}/snapshot/latest`);
  return command.replace('snap_…', body.snapshot_id);
}

describe('the commands in the documentation', () => {
  const here = commands.filter(({ page, command }) => !isElsewhere(page, command));
  const unique = [...new Map(here.map((one) => [one.command, one])).values()];

  it.each(unique)('$page: $command', async ({ command }) => {
    for (const [form, prepare] of PREPARATIONS) if (form.test(command)) await prepare();
    const { code, stdout, stderr } = await run(await filled(command));
    if (/stele init/.test(command)) await config(ALL);
    Object.assign(variables, ofTheProject());
    expect([code, stderr], stdout).toEqual([0, '']);
  });

  it('that other tests run are run there, and all of these are in the documentation', async () => {
    const missing: string[] = [];
    for (const { form, test, by } of ELSEWHERE) {
      const source = await readFile(path.join(ROOT, test), 'utf8');
      const own = commands.filter(({ command }) => form.test(command));
      const wanted =
        by !== undefined ? [by] : own.flatMap(({ command }) => wordsOf(command).map((word) => `'${word}'`));
      if (!/\.test\.ts$/.test(test)) missing.push(test);
      missing.push(...wanted.filter((text) => !source.includes(text)).map((text) => `${test}: ${text}`));
    }
    const forms = [...ELSEWHERE.map(({ form }) => form), ...BY_HAND];
    const unused = forms.filter((form) => !commands.some(({ command }) => form.test(command)));
    expect([missing, unused]).toEqual([[], []]);
  });

  it.each(mentioned)('$page: $command has such options', async ({ command }) => {
    const words = wordsOf(command);
    const name = words.filter((word) => !word.startsWith('--'));
    const help = await place.run([...name, '--help']);
    expect(help.stdout).toContain(`stele ${name.join(' ')} `);
    for (const option of words.filter((word) => word.startsWith('--'))) expect(help.stdout).toContain(`${option} `);
  });
});
