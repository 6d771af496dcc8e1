import { codeOf } from '@stele/testing/api-client';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/domains/registry.ts';
import { ContentProject } from '../support/content-project.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

type Values = Record<string, Record<string, string>>;

const STEPS = rounds({ short: 200, long: 10_000 });

let app: TestApp;
let site: ContentProject;

beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('entry.create=100000,entry.save_draft=100000') });
});
beforeEach(async () => {
  site = await ContentProject.make(app);
});
afterAll(() => app.close());

describe('saves from an older version', () => {
  const merge = (id: string, values: object, base: number, autosave = false) =>
    site.save(id, values, base, { merge: true, autosave });

  it('are merged where they are asked to be, field by field, and refused where both sides changed one', async () => {
    const id = await site.create({ en: { title: 'one', slug: 'one' }, de: { title: 'eins' } });
    await site.save(id, { en: { title: 'two', slug: 'one' } }, 1);
    expect(codeOf(await site.save(id, { en: { title: 'one', slug: 'uno' } }, 1))).toEqual([
      409,
      'entry.version_conflict',
    ]);
    const merged = await merge(id, { en: { title: 'one', slug: 'uno' }, de: { title: 'ein' } }, 1);
    expect(merged.body).toMatchObject({
      version: 3,
      values: { en: { title: 'two', slug: 'uno' }, de: { title: 'ein' } },
    });
    const refused = await merge(id, { en: { title: 'three', slug: 'one' } }, 1);
    expect(codeOf(refused)).toEqual([409, 'entry.version_conflict']);
    expect(refused.body.error.details.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([
      'base_version',
      'values.en.title',
    ]);
    expect((await merge(id, { en: { title: 'two', slug: 'one' } }, 1)).body.values.en).toEqual({
      title: 'two',
      slug: 'uno',
    });
    expect(codeOf(await merge(id, { de: null }, 1))).toEqual([409, 'entry.version_conflict']);
  });

  it('keep what all languages share, when someone begins another language from an older version', async () => {
    const id = await site.create({ en: { title: 'one', note: 'first' } });
    await site.save(id, { en: { title: 'one', note: 'second' } }, 1);
    const begun = await merge(id, { de: { title: 'eins', note: 'first' } }, 1);
    expect(begun.body.values).toEqual({ en: { title: 'one', note: 'second' }, de: { title: 'eins', note: 'second' } });
    expect(codeOf(await merge(id, { de: { title: 'eins', note: 'third' } }, 1))).toEqual([
      409,
      'entry.version_conflict',
    ]);
  });

  it(`lose no acknowledged change of two clients in ${STEPS} random steps`, async () => {
    const random = randomNumbers(20261121);
    const fields = ['title', 'slug'] as const;
    const start = { en: { title: 't', slug: 's' }, de: { title: 'd' } };
    const clients = [0, 1].map(() => ({ id: '', base: 1, values: start as Values }));
    let acknowledged = new Map<string, string>();
    let conflicts = 0;
    for (let step = 0; step < STEPS; ) {
      // A history of 10,000 versions isn't what this is about.
      if (step % 250 < 2) {
        const id = await site.create({ ...start, en: { ...start.en, slug: `s${step}` } });
        acknowledged = new Map();
        for (const client of clients) Object.assign(client, { id, base: 1, values: (await site.get(id)).values });
      }
      const both = random() < 0.3;
      const acting = both ? clients : clients.slice(random() < 0.5 ? 0 : 1).slice(0, 1);
      const attempts = await Promise.all(
        acting.map(async (client, index) => {
          const locale = random() < 0.7 ? 'en' : 'de';
          const field = locale === 'de' ? 'title' : (fields[random() < 0.5 ? 0 : 1] ?? 'title');
          const value = `v${step + index}`;
          const wanted = structuredClone(client.values);
          // Now and then what all languages share.
          const isShared = random() < 0.15;
          const key = isShared ? 'note' : field;
          const seen = wanted[locale]?.[key];
          for (const one of isShared ? ['en', 'de'] : [locale]) wanted[one] = { ...wanted[one], [key]: value };
          const answer = await merge(client.id, wanted, client.base, random() < 0.5);
          return { client, path: `${isShared ? 'en' : locale}.${key}`, value, seen, answer };
        }),
      );
      step += attempts.length;
      const saved = attempts.filter(({ answer }) => answer.status === 200);
      for (const { path, value, seen, answer } of saved.sort((a, b) => a.answer.body.version - b.answer.body.version)) {
        // A value is only overwritten by someone who had seen it.
        if (acknowledged.has(path)) expect(seen).toBe(acknowledged.get(path));
        acknowledged.set(path, value);
        for (const [place, expected] of acknowledged) {
          const [locale = '', field = ''] = place.split('.');
          expect([step, place, answer.body.values[locale][field]]).toEqual([step, place, expected]);
        }
      }
      for (const { client, answer } of attempts) {
        if (answer.status !== 200) {
          expect(codeOf(answer)).toEqual([409, 'entry.version_conflict']);
          conflicts++;
          if (random() < 0.5) continue;
        }
        const now = answer.status === 200 ? answer.body : await site.get(client.id);
        Object.assign(client, { base: now.version, values: now.values });
      }
    }
    expect(conflicts).toBeGreaterThan(STEPS / 10);
  });
});
