import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestProject } from '@stele/core/testing/test-app';
import { collection, defineConfig, reference, text } from '@stele/schema';
import { rounds } from '@stele/testing/rounds';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from './support/stele.ts';

const RUNS = rounds({ short: 4, long: 60 });

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'pages',
      fields: { born: text({ required: true }), text: text(), link: reference('pages') },
    }),
  ],
});

/** An entry's content in a project: texts are numbers in the order in which they were written. */
interface Seen {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** The text from the creation of the entry, which stays as it is. */
  readonly born: string;
  readonly bornLive: string | null;
  readonly said: number;
  readonly saidLive: number | null;
  readonly link: string | null;
  readonly isTrashed: boolean;
}
interface Line {
  readonly name: string;
  readonly born: string;
  said: number;
  /** The entry's text when it was exported. */
  readonly base: number;
}
interface File {
  readonly path: string;
  readonly from: number;
  readonly time: number;
  readonly lines: Line[];
  /** All that the entries had said in the project before the export. */
  readonly known: ReadonlySet<number>;
}

type Deed = 'create' | 'edit' | 'publish' | 'unpublish' | 'trash' | 'export' | 'edit file' | 'import';
/** A step, the project in which it's taken, and the entry or file. */
type Taken = readonly [step: { readonly do: Deed; readonly named?: number }, at: number, which: number];

const step: fc.Arbitrary<Taken[0]> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant<Deed>('create'), named: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant<Deed>('edit') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom<Deed>('publish', 'unpublish', 'trash') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant<Deed>('export') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant<Deed>('edit file') }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant<Deed>('import') }) },
);
const steps = fc.array(fc.tuple(step, fc.nat(1), fc.nat(1000)), { minLength: 15, maxLength: 30, size: 'max' });

/** Entries of one project that are in the other, too. */
const BEGINNING: readonly Taken[] = [
  [{ do: 'create', named: 0 }, 0, 0],
  [{ do: 'create', named: 1 }, 0, 1],
  [{ do: 'publish' }, 0, 0],
  [{ do: 'export' }, 0, 0],
  [{ do: 'import' }, 1, 0],
];

let app: TestApp;
let place: Workplace;
beforeAll(async () => {
  app = await sharedApp();
  place = await makeWorkplace();
});
afterAll(() => place.remove());

/** Two projects, what people do in them, and files that go back and forth. */
class World {
  readonly #projects: readonly TestProject[];
  readonly #files: File[] = [];
  #time = 0;
  /** Of each project all texts that were in it. */
  readonly #said = [new Set<number>(), new Set<number>()];
  /** When someone last took an entry of a project off the site. */
  readonly #unpublished = [new Map<string, number>(), new Map<string, number>()];
  /** Of each project the texts that people wrote there. */
  readonly #written = [new Set<number>(), new Set<number>()];
  readonly #links = new Map<string, string>();
  imports = 0;

  constructor(projects: readonly TestProject[]) {
    this.#projects = projects;
  }

  async take([{ do: what, named = 0 }, at, which]: Taken): Promise<void> {
    if (what === 'create') return this.#create(at, which, named);
    if (what === 'export') return this.#export(at);
    if (what === 'import') return this.#import(at, which);
    if (what === 'edit file') return this.#editFile(which);
    const there = (await this.#look(at)).filter(({ isTrashed }) => !isTrashed);
    const entry = there[which % Math.max(1, there.length)];
    if (!entry) return;
    const here = `${this.#entries(at)}/${entry.id}`;
    const { api } = this.#project(at);
    if (what === 'edit') {
      const values = { en: { text: this.#write(at) } };
      await api.patch(`${here}/draft`, { values, base_version: entry.version });
    } else if (what === 'trash') await api.delete(here);
    else if (what === 'publish') await api.post(`${here}/publish`, { locales: ['en'] });
    else if (entry.saidLive !== null) {
      await api.post(`${here}/unpublish`, { locales: ['en'] });
      this.#unpublished[at]?.set(entry.id, ++this.#time);
    }
  }

  #project(at: number): TestProject {
    return this.#projects[at] as TestProject;
  }
  #entries(at: number): string {
    return `/projects/${this.#project(at).id}/entries`;
  }
  /** A text that nobody has written yet, and that someone writes in a project. */
  #write(at: number): string {
    this.#said[at]?.add(++this.#time);
    this.#written[at]?.add(this.#time);
    return String(this.#time);
  }

  async #create(at: number, which: number, named: number): Promise<void> {
    const there = (await this.#look(at)).filter(({ isTrashed }) => !isTrashed);
    const link = there[which % (there.length + 1)];
    const said = this.#write(at);
    const born = `born ${said}`;
    // Exports once named entries `entry-000001` by their place.
    const name = [undefined, `own-${said}`, `entry-${said.padStart(6, '0')}`][named];
    const values = { en: { born, text: said, ...(link && { link: link.id }) } };
    const body = { collection_key: 'pages', values, ...(name && { external_id: name }) };
    expect((await this.#project(at).api.post(this.#entries(at), body)).status).toBe(201);
    if (link) this.#links.set(born, link.born);
  }

  async #export(at: number): Promise<void> {
    const file = `${this.#files.length}-${this.#project(at).id}.jsonl`;
    expect(await this.#stele(at, 'export', file)).toMatchObject({ code: 0 });
    const lines = await this.#read(file);
    const known = new Set(this.#said[at]);
    this.#files.push({ path: file, from: at, time: this.#time, lines, known });
    if ((await this.#look(at)).length === 0) return;
    const before = await this.#look(at);
    const again = await this.#stele(at, 'import', file, '--json');
    expect(JSON.parse(again.stdout), 'an import into its own project').toMatchObject({
      created: 0,
      updated: 0,
      published: 0,
      differing: 0,
      failed: [],
    });
    expect(await this.#look(at)).toEqual(before);
  }

  async #read(file: string): Promise<Line[]> {
    const content = await readFile(path.join(place.folder, file), 'utf8');
    return content
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const { external_id: name, values } = JSON.parse(line);
        return { name, born: values.en.born, said: Number(values.en.text), base: Number(values.en.text) };
      });
  }

  /** Someone edits a line, as in an editor. */
  async #editFile(which: number): Promise<void> {
    const file = this.#files[which % Math.max(1, this.#files.length)];
    const line = file?.lines[which % Math.max(1, file.lines.length)];
    if (!file || !line) return;
    line.said = ++this.#time;
    const content = (await readFile(path.join(place.folder, file.path), 'utf8')).split('\n');
    const edited = content.map((one) => {
      if (one === '' || JSON.parse(one).external_id !== line.name) return one;
      const { values, ...rest } = JSON.parse(one);
      return JSON.stringify({ ...rest, values: { en: { ...values.en, text: String(line.said) } } });
    });
    await place.write(file.path, edited.join('\n'));
  }

  async #import(at: number, which: number): Promise<void> {
    const file = this.#files[which % Math.max(1, this.#files.length)];
    if (!file) return;
    const before = await this.#look(at);
    const run = await this.#stele(at, 'import', file.path, '--json');
    const { skipped, failed } = JSON.parse(run.stdout || '{}');
    expect(failed, run.stderr).toEqual([]);
    const after = await this.#look(at);
    this.imports++;
    const names = new Set(skipped.map(({ externalId }: { externalId: string }) => externalId));
    const had = this.#said[at] as Set<number>;

    expect(new Set(after.map(({ born }) => born)).size, 'nothing doubles').toBe(after.length);
    for (const entry of after) {
      const old = before.find(({ id }) => id === entry.id);
      const line = file.lines.find(({ born }) => born === entry.born);
      expect([old?.born ?? entry.born, entry.bornLive ?? entry.born], 'nothing becomes another').toEqual([
        entry.born,
        entry.born,
      ]);
      const link = entry.link && after.find(({ id }) => id === entry.link)?.born;
      if (link) expect(link, 'references stay').toBe(this.#links.get(entry.born));
      if (!old) expect(entry.said, 'what is new is as in the file').toBe(line?.said);
      else this.#checkKept(at, file, { old, entry, line, isNamed: line !== undefined && names.has(line.name) });
      if (line && !entry.isTrashed && entry.said !== line.said)
        expect(names, 'who is skipped is named').toContain(line.name);
    }
    for (const { born } of file.lines) expect(after.map((entry) => entry.born)).toContain(born);
    for (const { said } of after) had.add(said);
  }

  /** Texts that the file's project didn't know at the export stay. */
  #checkKept(
    at: number,
    { from, time, known }: File,
    { old, entry, line, isNamed }: { old: Seen; entry: Seen; line: Line | undefined; isNamed: boolean },
  ): void {
    const had = this.#said[at] as Set<number>;
    // Nothing tells what was imported before from an older file that was never here.
    const isComparable = from === at || (line !== undefined && had.has(line.base));
    for (const [was, is] of [
      [old.said, entry.said],
      [old.saidLive, entry.saidLive],
    ] as const) {
      const isUnknown = was !== null && !known.has(was) && (isComparable || this.#written[at]?.has(was));
      if (isUnknown) expect(is, 'what people changed since stays').toBe(was);
    }
    if (old.isTrashed || !line) expect(entry, 'what the file does not mean stays').toEqual(old);
    const off = this.#unpublished[at]?.get(entry.id) ?? 0;
    if (old.saidLive === null && off > time) expect(entry.saidLive, 'what was taken off the site stays off').toBeNull();
    if (isNamed) expect(entry, 'who is skipped stays').toEqual(old);
    const isUntouched =
      from === at && old.said === line?.base && off <= time && !old.isTrashed && old.saidLive === null;
    if (isUntouched && entry.saidLive === null) expect(entry.said, 'an edit of the file arrives').toBe(line?.said);
  }

  async #stele(at: number, ...args: string[]) {
    return place.run(args, { STELE_URL: app.url, STELE_TOKEN: this.#project(at).tokens.admin });
  }

  async #look(at: number): Promise<Seen[]> {
    const base = `${this.#entries(at)}?include=values,live_values&limit=100`;
    const { api } = this.#project(at);
    const all = [...(await api.get(base)).body.data, ...(await api.get(`${base}&status=trashed`)).body.data];
    return all.map(({ id, version, external_id: name, values, live_values: live, status }) => ({
      id,
      version,
      name: name ?? id,
      born: values.en.born,
      bornLive: live.en?.born ?? null,
      said: Number(values.en.text),
      saidLive: live.en ? Number(live.en.text) : null,
      link: values.en.link ?? null,
      isTrashed: status === 'trashed',
    }));
  }
}

it('no entry becomes another, and none is doubled, whatever goes back and forth between two projects', async () => {
  let imports = 0;
  const property = fc.asyncProperty(steps, async (taken) => {
    const projects: TestProject[] = [];
    for (let at = 0; at < 2; at++) {
      const project = await app.project({ locales: ['en'] });
      const pushed = await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
      expect(pushed.status).toBe(200);
      projects.push(project);
    }
    const world = new World(projects);
    for (const one of [...BEGINNING, ...taken]) await world.take(one);
    imports += world.imports;
  });
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  expect(imports).toBeGreaterThan(RUNS);
});
