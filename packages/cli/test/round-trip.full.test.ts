// @module-tag full
import { tmpdir } from 'node:os';
import type { ProjectClient } from '@stele/client';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestProject } from '@stele/core/testing/test-app';
import type { CollectionDocument, Json, SchemaDocument } from '@stele/schema';
import { type Draw, draws, makeSchema, publishValue } from '@stele/schema/testing/arbitraries';
import { rounds } from '@stele/testing/rounds';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { connect, type EntryContent, entriesWithContent } from '../src/api.ts';
import type { ContentLine } from '../src/content/line.ts';
import { contentLines } from '../src/export/content-lines.ts';
import { planImport } from '../src/import/plan.ts';
import { type ImportSummary, runImport } from '../src/import/run.ts';
import { ioIn } from './support/stele.ts';

const RUNS = rounds({ short: 8, long: 50 });
const LOCALES = ['en', 'de'];

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});

async function newProject(schema: SchemaDocument): Promise<TestProject> {
  const project = await app.project({ locales: LOCALES });
  const pushed = await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
  return project;
}

/** Makes entries, edits and publishes them at random. A step that the API refuses is left out. */
async function fill(project: TestProject, schema: SchemaDocument, decisions: readonly Draw[]): Promise<void> {
  const made: { readonly id: string; readonly collection: CollectionDocument }[] = [];
  const base = `/projects/${project.id}/entries`;
  const valuesOf = (draw: Draw, { fields }: CollectionDocument, all: boolean): Record<string, Json> => {
    const chosen = fields.filter(({ required }) => (required && all) || draw.chance(2));
    const values = Object.fromEntries(chosen.map((field) => [field.key, publishValue(draw, field)]));
    // The generator knows no entry of the project: whatever it names becomes one of those that there are.
    const isName = (value: unknown): boolean => typeof value === 'string' && /^ent_\d+$/.test(value);
    return JSON.parse(JSON.stringify(values), (_key, value) =>
      isName(value) ? (made[draw.int(made.length)]?.id ?? value) : value,
    );
  };
  for (const [index, draw] of decisions.entries()) {
    const collection = draw.pick(schema.collections);
    const { status, body } = await project.api.post(base, {
      collection_key: collection.key,
      values: { en: valuesOf(draw, collection, false) },
      ...(draw.chance(2) && { external_id: `own ${index}` }),
    });
    if (status === 201) made.push({ id: body.id, collection });
  }
  for (const draw of made.length > 0 ? [...decisions, ...decisions] : []) {
    const { id, collection } = draw.pick(made);
    const locale = draw.pick(LOCALES);
    const { body } = await project.api.get(`${base}/${id}`);
    const values = { [locale]: valuesOf(draw, collection, true) };
    await project.api.put(`${base}/${id}/draft`, { values, base_version: body.version });
    if (draw.chance(2)) await project.api.post(`${base}/${id}/publish`, { locales: [locale] });
  }
}

const apiOf = (project: TestProject): ProjectClient =>
  connect(ioIn(tmpdir()), { url: app.url, token: project.tokens.admin }).project(project.id);

async function exportFrom(project: TestProject, schema: SchemaDocument): Promise<readonly string[]> {
  const entries: EntryContent[] = [];
  for await (const entry of entriesWithContent(apiOf(project))) entries.push(entry);
  return contentLines(entries, [], schema).lines;
}

async function importInto(
  project: TestProject,
  schema: SchemaDocument,
  lines: readonly string[],
): Promise<ImportSummary> {
  const read = async function* (): AsyncGenerator<ContentLine> {
    for (const line of lines) {
      const { external_id: externalId, ...rest } = JSON.parse(line);
      yield { externalId, ...rest };
    }
  };
  const ways = { publish: true, existing: 'update', overwriteEdits: false } as const;
  const target = { api: apiOf(project), projectId: project.id, schema, ...ways };
  return runImport(await planImport({ read }, target), target, () => undefined);
}

describe('what was exported', () => {
  it('is exported again alike once it is imported, whatever it is', async () => {
    let compared = 0;
    const property = fc.asyncProperty(
      draws(400),
      fc.array(draws(300), { minLength: 3, maxLength: 6 }),
      async (draw, decisions) => {
        const schema = makeSchema(draw);
        // There are no assets yet.
        fc.pre(!JSON.stringify(schema).includes('"type":"asset'));
        const project = await newProject(schema);
        await fill(project, schema, decisions);
        const lines = await exportFrom(project, schema);
        compared += lines.length;
        const copy = await newProject(schema);
        expect((await importInto(copy, schema, lines)).failed).toEqual([]);
        expect(await exportFrom(copy, schema)).toEqual(lines);
        const again = await importInto(copy, schema, lines);
        expect(again).toMatchObject({ created: 0, published: 0, updated: 0, differing: 0, failed: [] });
        expect(again.unchanged).toBe(again.existed);
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    expect(compared).toBeGreaterThan(RUNS);
  });
});
