import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLimits } from '../../core/src/access/limits/limits.ts';
import { type MediaApp, startMediaApp, testFile } from '../../core/test/support/media-app.ts';
import type { TestPerson, TestProject } from '../../core/test/support/test-app.ts';
import { documentedCommands } from './support/documented-commands.ts';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const commands = await documentedCommands();

/** Commands that need more than a running API, and where they, or what they stand for, are run. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^npm (create|run dev|install( |$))|^cd my-site$/, 'packages/create-stele/test/templates.long.test.ts'],
  [/^npm start$|^STELE_LIMITS=\S+ npm start$/, 'e2e/start.test.ts'],
  [/^npm run demo:import /, 'e2e/real-run.test.ts'],
  [/^npm test$|^cd packages\/core$|^(TEST_LONG=1 )?npx vitest run /, 'scripts/test.mjs'],
  [/BENCH_DATABASE_URL|^npx pnpm\S* bench$/, 'bench/package.json'],
  [/^npx stele (login|projects create)\b|^npx stele push --url /, 'packages/cli/test/personal.test.ts'],
  [/^npx stele dev /, 'packages/cli/test/dev.test.ts'],
  [/^npx stele pull --content /, 'packages/cli/test/pull-content.test.ts'],
  [/^npx stele (publish|deployments) /, 'packages/cli/test/delivery.test.ts'],
  [/^npx (astro|next) build$/, 'packages/cli/test/init-site.test.ts'],
  [/@stele\/content build$|^node apps\/content\//, 'e2e/start.test.ts'],
  [/instance\/setup/, 'packages/core/test/domains/set-up-code.test.ts'],
  [/db:migrate$/, 'packages/core/test/database'],
  [/^aws s3api put-bucket-cors/, 'packages/storage/src/testing/test-bucket.ts'],
];

const elsewhere = (page: string, command: string): string | undefined =>
  page === 'docs/quick-start.md' ? 'e2e/start.test.ts' : ELSEWHERE.find(([form]) => form.test(command))?.[1];

let app: MediaApp;
let project: TestProject;
let owner: TestPerson;
let place: Workplace;
/** What the pages leave to the reader. */
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

/** Runs a command as somebody in a shell would, with the built `stele`. */
function run(command: string): Promise<Run> {
  const shell = [
    'set -e',
    `npx() { shift; "$NODE" "$STELE" "$@"; }`,
    'curl() { command curl --silent --show-error --fail-with-body "$@"; }',
    command,
  ].join('\n');
  const env = {
    ...variables,
    PATH: process.env.PATH ?? '',
    HOME: place.folder,
    NODE_ENV: 'test' as const,
    NODE: process.execPath,
    STELE: place.command,
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
  app = await startMediaApp({ limits: parseLimits('entry.create=1000,entry.publish=1000') });
  project = await app.project({ locales: ['en'] });
  owner = await app.person({ projectId: project.id, role: 'owner' });
  place = await makeWorkplace();
  variables = ofTheProject();
  await config(ALL);
  expect((await run('npx stele push --yes')).stderr).toBe('');
});
afterAll(async () => {
  await place.remove();
  await app.close();
});

function ofTheProject(): Record<string, string> {
  const { id, tokens } = project;
  const stele = { STELE_URL: app.url, STELE_PROJECT: id, STELE_TOKEN: tokens.admin };
  return { ...stele, API: app.url, PROJECT: id, TOKEN: tokens.admin, COOKIE: owner.cookie };
}

/** What has to be there before a command, by the form of it. */
const PREPARATIONS: readonly (readonly [RegExp, () => Promise<unknown>])[] = [
  [/stele init/, () => rm(path.join(place.folder, 'stele.config.ts'))],
  [/src\/content\/blog/, () => file('src/content/blog/first.md', '---\ntitle: First\n---\nSome text.\n')],
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

/** Puts what was made here in the place of what a page leaves open. */
async function filled(command: string): Promise<string> {
  if (!command.includes('snap_…')) return command;
  const { body } = await project.api.get(`/projects/${project.id}/snapshot/latest`);
  return command.replace('snap_…', body.snapshot_id);
}

describe('the commands in the documentation', () => {
  const here = commands.filter(({ page, command }) => elsewhere(page, command) === undefined);
  const unique = [...new Map(here.map((one) => [one.command, one])).values()];

  it.each(unique)('$page: $command', async ({ command }) => {
    for (const [form, prepare] of PREPARATIONS) if (form.test(command)) await prepare();
    const { code, stdout, stderr } = await run(await filled(command));
    if (/stele init/.test(command)) await config(ALL);
    Object.assign(variables, ofTheProject());
    expect([code, stderr], stdout).toEqual([0, '']);
  });

  it('that are run by other tests have such a test, and all of these are in the documentation', () => {
    const missing = ELSEWHERE.filter(([, test]) => !existsSync(path.join(ROOT, test)));
    const unused = ELSEWHERE.filter(([form]) => !commands.some(({ command }) => form.test(command)));
    expect([missing, unused]).toEqual([[], []]);
  });
});
