import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { demoEntries, demoSchema } from '@stele/core/testing/internals';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type AdminPage, type Login, launchBrowser, newContext, openAdmin, saved, signIn } from './browser.ts';

export type Values = Readonly<Record<string, unknown>>;

/** An entry, as the API answers. */
export interface Entry {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly locales_status: Readonly<Record<string, string>>;
  readonly title: string;
  readonly values: Readonly<Record<string, Values>>;
}

/** A field of a schema, with a label of its key. */
export const field = (key: string, rest: object): object => ({
  key,
  label: `${key[0]?.toUpperCase()}${key.slice(1)}`,
  required: false,
  ...rest,
});

/** A collection with a name and other fields; entries of it are made by `Project.edit`. */
export const things = (...fields: object[]): object => ({
  key: 'things',
  label: 'Things',
  title_field: 'name',
  fields: [field('name', { type: 'text', localized: true }), ...fields],
});

/** The instance that all test files share. */
export const shared = inject('shared');

/** Whether there's a browser; without one, tests that need it are skipped. */
export const hasBrowser = shared.chromium !== null;

let launched: Promise<Browser> | undefined;

/** The browser of this worker, shared by its files. It ends with the worker. */
export function browser(): Promise<Browser> {
  launched ??= launchBrowser(shared.chromium ?? {});
  return launched;
}

/** Opens a browser in which no one is signed in, at a path or an address of the admin. */
export async function openStranger(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await newContext(await browser(), options)).newPage();
  await page.goto(new URL(path, shared.urls.admin).href);
  return page;
}

/** Opens the admin for a user, at a path of it, in a new browser. */
export async function openAs(login: Login, path: string, options: BrowserContextOptions = {}): Promise<AdminPage> {
  return openAdmin(await browser(), shared.urls.admin, login, path, options);
}

/** A test file's own project, on the shared instance. Its first content is made through the API. */
export class Project {
  id = '';
  /** Tokens of the project, by scope. */
  readonly tokens = { admin: '', read_draft: '', read_published: '' };
  readonly urls = shared.urls;
  readonly owner = shared.login;
  #admin: AdminPage | undefined;

  /** Creates it without a schema. */
  async begin(name: string, locales: readonly string[]): Promise<void> {
    const { id } = await this.asOwner<{ id: string }>('POST', '/projects', { name, locales });
    this.id = id;
    for (const scope of ['admin', 'read_draft', 'read_published'] as const) {
      const token = { name: `Demo: ${scope}`, scope };
      const made = await this.asOwner<{ secret: string }>('POST', `/projects/${id}/tokens`, token);
      this.tokens[scope] = made.secret;
    }
  }

  /** Gives it the demo project's schema and content. @param collections besides those of the demo */
  async fill(collections: readonly object[]): Promise<void> {
    const schema = { ...demoSchema, collections: [...demoSchema.collections, ...collections] };
    await this.api('POST', '/schema/sync', { schema, base_version: 0 });
    for (const { collection, values, live } of demoEntries) {
      const entry = await this.create(collection, values);
      if (live.length > 0) await this.api('POST', `/entries/${entry}/publish`, { locales: live });
    }
    const [changed] = (await this.api<{ data: Entry[] }>('GET', '/entries?search=mayflies')).data;
    const summary = 'A lamp, a sheet, and ninety minutes in May. Now with the numbers.';
    await this.write(changed?.id ?? '', { summary });
  }

  /** Sends a request to the API as a program does. @throws with the answer when it isn't success */
  api<Answer = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.tokens.admin}` };
    return ask(method, `${this.urls.api}/v1/projects/${this.id}${path}`, headers, body);
  }

  /** Sends a request to the API as the owner, at a path of any project. */
  asOwner<Answer = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Answer> {
    return this.as(this.owner, method, path, body);
  }

  /** Sends a request to the API as someone, at a path of any project. */
  async as<Answer = Record<string, unknown>>(
    login: Login,
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer> {
    const cookie = (await signIn(this.urls.admin, login)).join('; ');
    return ask(method, `${this.urls.api}/v1${path}`, { cookie, origin: this.urls.admin }, body);
  }

  /** Makes someone a member. @returns the member's login */
  async member(name: string, role = 'editor'): Promise<Login> {
    const login = { email: `${name.toLowerCase()}.${randomUUID()}@example.org`, password: `${name}'s long password` };
    const invitation = { email: login.email, role };
    const invited = await this.asOwner<{ accept_url: string }>('POST', `/projects/${this.id}/invitations`, invitation);
    const secret = new URL(invited.accept_url).hash.slice(1);
    await ask('POST', `${this.urls.api}/v1/invitations/accept`, {}, { secret, name, password: login.password });
    return login;
  }

  /** Makes a member whose address is verified, by a link of the operator. @returns the member's login */
  async verifiedMember(name: string, role = 'editor'): Promise<Login> {
    const login = await this.member(name, role);
    const members = `/projects/${this.id}/members`;
    const { data } = await this.asOwner<{ data: { user_id: string; email: string }[] }>('GET', members);
    const id = data.find(({ email }) => email === login.email)?.user_id;
    const { reset_url: link } = await this.asOwner<{ reset_url: string }>('POST', `${members}/${id}/reset-link`);
    const secret = new URL(link).hash.slice(1);
    const complete = `${this.urls.api}/auth/password-reset/complete`;
    await ask('POST', complete, { origin: this.urls.admin }, { secret, password: login.password });
    return login;
  }

  /** Creates an entry. @returns the entry's id */
  async create(collection_key: string, values: Readonly<Record<string, Values>>): Promise<string> {
    return (await this.api<Entry>('POST', '/entries', { collection_key, values })).id;
  }

  /** An entry as it's stored. */
  entry(id: string): Promise<Entry> {
    return this.api('GET', `/entries/${id}`);
  }

  /** The English values of an entry, once everything typed is saved. */
  async stored(id: string): Promise<Values> {
    await saved(this.page);
    return (await this.entry(id)).values.en ?? {};
  }

  /** Writes English fields of an entry as another person does. */
  async write(id: string, values: Values): Promise<void> {
    const now = await this.entry(id);
    const draft = { base_version: now.version, values: { en: { ...now.values.en, ...values } } };
    await this.api('PUT', `/entries/${id}/draft`, draft);
  }

  /** The content of a published file, such as `posts.en`. */
  async live(file: string): Promise<readonly Values[]> {
    const { content_base_url: url } = await this.api<{ content_base_url: string }>('GET', '/snapshot/latest');
    const { entries } = (await (await fetch(`${url}/${file}.json`)).json()) as { entries: { values: Values }[] };
    return entries.map(({ values }) => values);
  }

  /** Variables that a website needs to load the project's content. */
  get variables(): Readonly<Record<string, string>> {
    const { api, content } = this.urls;
    const token = this.tokens.read_published;
    return { STELE_URL: api, STELE_CONTENT_URL: content, STELE_PROJECT: this.id, STELE_TOKEN: token };
  }

  /** The address of a screen of the project. */
  url(path = ''): string {
    return `${this.urls.admin}/projects/${this.id}${path}`;
  }

  /** Opens a screen of the project for a user, in a new browser. */
  open(path: string, options: BrowserContextOptions = {}, login: Login = this.owner): Promise<AdminPage> {
    return openAs(login, `/projects/${this.id}${path}`, options);
  }

  /** The owner's page, shared by all tests of a file. */
  get admin(): AdminPage {
    if (!this.#admin) throw new Error('The page of a project is there once its tests run.');
    return this.#admin;
  }

  get page(): Page {
    return this.admin.page;
  }

  /** Opens a screen of the project in the owner's page. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(this.url(path));
    await this.page.getByRole('main').waitFor();
  }

  /** Creates an entry of `things`, and opens it in the owner's page. @returns the entry's id */
  async edit(values: Values = {}): Promise<string> {
    const id = await this.create('things', { en: { name: 'Thing', ...values } });
    await this.page.goto(this.url(`/entries/${id}`));
    await this.page.getByLabel('Name').waitFor();
    return id;
  }

  /** Opens the owner's page. */
  async start(path: string): Promise<void> {
    this.#admin = await this.open(path);
  }
}

/** Additions to the demo content in a file's project. */
export interface ProjectOptions {
  readonly collections?: readonly object[];
  /** Besides English and German. */
  readonly locales?: readonly string[];
  /** The first screen of the owner's page; without it, no page is opened. */
  readonly path?: string;
}

/** Creates a project before the tests of a file or a group, and closes its pages after them. */
export function useProject({ collections = [], locales = [], path }: ProjectOptions = {}): Project {
  const project = new Project();
  beforeAll(async () => {
    await project.begin('River journal', ['en', 'de', ...locales]);
    await project.fill(collections);
    if (path !== undefined) await project.start(path);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await describePages(task.name);
  });
  afterAll(async () => {
    for (const context of (await launched)?.contexts() ?? []) await context.close();
  });
  return project;
}

/** How much of a page is printed. */
const SHOWN_CHARACTERS = 4000;

/** Prints what the open pages show: without it, few failures of a busy machine could be explained. */
async function describePages(test: string): Promise<void> {
  const pages = ((await launched)?.contexts() ?? []).flatMap((context) => context.pages());
  for (const page of pages) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
    console.log(`After “${test}” failed, ${page.url()} shows:\n${shown.slice(0, SHOWN_CHARACTERS)}`);
  }
}

/** Sends a request to an API. @throws with the answer when it isn't success */
export async function ask<Answer>(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return JSON.parse(text) as Answer;
}
