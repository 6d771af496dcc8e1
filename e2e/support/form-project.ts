import type { Browser, Page } from '@playwright/test';
import { type AdminPage, launchBrowser, openAdmin, saved } from './browser.ts';
import { type InstanceFile, newDataDirectory, removeDirectory } from './instance.ts';
import { Processes } from './processes.ts';

type Values = Readonly<Record<string, unknown>>;

/** A field of a schema, with a label of its key. */
export const field = (key: string, rest: object): object => ({
  key,
  label: `${key[0]?.toUpperCase()}${key.slice(1)}`,
  required: false,
  ...rest,
});

/** An instance with one collection more, `things`, and a browser in it. */
export class FormProject {
  readonly stele: Processes;
  readonly browser: Browser;
  readonly admin: AdminPage;
  readonly file: InstanceFile;
  readonly #data: string;

  private constructor(data: string, stele: Processes, file: InstanceFile, browser: Browser, admin: AdminPage) {
    this.#data = data;
    this.stele = stele;
    this.file = file;
    this.browser = browser;
    this.admin = admin;
  }

  /** Starts it. `fields` are those of the collection, besides `name`. */
  static async start(fields: readonly object[]): Promise<FormProject> {
    const data = await newDataDirectory();
    const limits = 'entry.save_draft=6000,entry.list=6000,asset.upload=6000';
    const stele = await Processes.start(data, { STELE_LIMITS: limits });
    const file = await stele.instance();
    const browser = await launchBrowser();
    const project = new FormProject(data, stele, file, browser, await openAdmin(browser, stele.urls.admin, file.login));
    const { version, schema } = (await project.api('GET', '/schema')) as {
      version: number;
      schema: { collections: object[] };
    };
    const things = {
      key: 'things',
      label: 'Things',
      title_field: 'name',
      fields: [field('name', { type: 'text', localized: true }), ...fields],
    };
    const next = { ...schema, collections: [...schema.collections, things] };
    await project.api('POST', '/schema/sync', { schema: next, base_version: version });
    return project;
  }

  get page(): Page {
    return this.admin.page;
  }

  /** Asks the API as a program does. @throws with the answer when it isn't success */
  async api(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.stele.urls.api}/v1/projects/${this.file.project_id}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.file.tokens.admin}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  /** Makes an entry, and opens it in the browser. @returns its id */
  async open(values: Values = {}): Promise<string> {
    const entry = { collection_key: 'things', values: { en: { name: 'Thing', ...values } } };
    const { id } = (await this.api('POST', '/entries', entry)) as { id: string };
    await this.page.goto(`${this.stele.urls.admin}/projects/${this.file.project_id}/entries/${id}`);
    await this.page.getByLabel('Name').waitFor();
    return id;
  }

  /** What the entry holds once all is saved. */
  async stored(id: string): Promise<Values> {
    await saved(this.page);
    return ((await this.api('GET', `/entries/${id}`)) as { values: { en: Values } }).values.en;
  }

  /** Writes fields of an entry as another person does. */
  async write(id: string, values: Values): Promise<void> {
    const now = (await this.api('GET', `/entries/${id}`)) as { version: number; values: { en: Values } };
    const draft = { base_version: now.version, values: { en: { ...now.values.en, ...values } } };
    await this.api('PUT', `/entries/${id}/draft`, draft);
  }

  /** The entry's version. */
  async versionOf(id: string): Promise<number> {
    return ((await this.api('GET', `/entries/${id}`)) as { version: number }).version;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.stele.stopAll();
    await removeDirectory(this.#data);
  }
}

/** Pastes into what has the focus, as a browser does with what another program copied. */
export async function paste(
  page: Page,
  data: Readonly<Record<string, string>>,
  files: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[] = [],
): Promise<void> {
  await page.evaluate(
    ({ texts, contents }) => {
      const transfer = new DataTransfer();
      for (const [type, text] of Object.entries(texts)) transfer.setData(type, text);
      for (const { name, type, bytes } of contents) {
        transfer.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type }));
      }
      const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    { texts: data, contents: files.map((file) => ({ ...file, bytes: file.bytes.toString('base64') })) },
  );
}
