import { rounds } from '@stele/testing/rounds';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { PagesProject } from '../../support/pages-project.ts';
import { sharedTestApp } from '../../support/shared-test-app.ts';
import type { TestApp } from '../../support/test-app.ts';

/*
 * Random changes of a small tree in two languages, against a model of what is live. After each, published paths, the table of paths
 * and the model are the same, paths are unique, no page is below itself, and what refers to pages has their paths.
 */

const LOCALES = ['en', 'de'] as const;
type Locale = (typeof LOCALES)[number];

interface Values {
  readonly slug: string;
  readonly parent: string | null;
}

type Live = Map<string, Values>;

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});

const nth = fc.nat({ max: 5 });
const locale = fc.constantFrom(...LOCALES);
const slugs = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  fc.record({ does: fc.constant('rename' as const), nth, locale, slug: slugs }),
  fc.record({ does: fc.constant('move' as const), nth, to: fc.option(nth) }),
  fc.record({
    does: fc.constant('publish' as const),
    all: fc.uniqueArray(nth, { minLength: 1 }),
    partial: fc.boolean(),
  }),
  fc.record({
    does: fc.constant('unpublish' as const),
    all: fc.uniqueArray(nth, { minLength: 1 }),
    partial: fc.boolean(),
  }),
  fc.record({ does: fc.constant('undo' as const) }),
  fc.record({ does: fc.constant('at once' as const), all: fc.uniqueArray(nth, { minLength: 2 }) }),
);

/** The page above first, then the slug: null when one above isn't live, or it's below itself. */
function pathIn(live: Live, key: string): string | null {
  const [id = '', at] = key.split(' ');
  const parts: string[] = [];
  const seen = new Set<string>();
  for (let one: string | null = id; one !== null; ) {
    const values: Values | undefined = live.get(`${one} ${at}`);
    if (!values || seen.has(one)) return null;
    seen.add(one);
    parts.unshift(values.slug);
    one = values.parent;
  }
  return `/${parts.join('/')}`;
}

/** Whether all live pages have paths, each its own. */
function isSound(live: Live): boolean {
  const paths = [...live.keys()].map((key) => {
    const path = pathIn(live, key);
    return path === null ? null : `${key.split(' ')[1]} ${path}`;
  });
  return !paths.includes(null) && new Set(paths).size === paths.length;
}

it('keeps the paths of a tree right whatever changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const site = await PagesProject.make(app);
      const ids: string[] = [];
      const drafts = new Map<string, Values>();
      for (let n = 0; n < 6; n++) {
        const values = { en: { slug: `p${n}`, parent: null }, de: { slug: `s${n}`, parent: null } };
        const id = await site.create('pages', values);
        await site.live(await site.create('notes', { en: { page: id }, de: { page: id } }), LOCALES);
        ids.push(id);
        for (const at of LOCALES) drafts.set(`${id} ${at}`, values[at]);
      }
      const idOf = (n: number): string => ids[n] ?? '';
      let live: Live = new Map();
      let last: { id: string; version: number; before: Live; after: Live } | null = null;
      const published = (from: Live, id: string, at: readonly Locale[] = LOCALES): Live =>
        new Map([...from, ...at.flatMap((one) => [[`${id} ${one}`, drafts.get(`${id} ${one}`) as Values] as const])]);
      const without = (from: Live, gone: readonly string[]): Live =>
        new Map([...from].filter(([key]) => !gone.includes(key.split(' ')[0] ?? '')));

      for (const one of steps) {
        if (one.does === 'rename') {
          const key = `${idOf(one.nth)} ${one.locale}`;
          drafts.set(key, { ...(drafts.get(key) as Values), slug: one.slug });
          expect((await site.save(idOf(one.nth), { [one.locale]: { slug: one.slug } })).status).toBe(200);
        } else if (one.does === 'move') {
          const parent = one.to === null ? null : idOf(one.to);
          const { status } = await site.save(idOf(one.nth), { en: { parent }, de: { parent } });
          let above = parent;
          while (above !== null && above !== idOf(one.nth)) above = drafts.get(`${above} en`)?.parent ?? null;
          expect(status).toBe(above === null ? 200 : 400);
          if (status !== 200) continue;
          for (const at of LOCALES) {
            const key = `${idOf(one.nth)} ${at}`;
            drafts.set(key, { ...(drafts.get(key) as Values), parent });
          }
        } else if (one.does === 'publish' && one.all.length === 1) {
          const id = idOf(one.all[0] ?? 0);
          const wanted = published(live, id);
          const answer = await site.publish(id, LOCALES);
          expect(answer.status === 200, JSON.stringify(answer.body)).toBe(isSound(wanted));
          if (answer.status === 200) {
            if (!answer.body.unchanged) last = { id, version: answer.body.version, before: live, after: wanted };
            live = wanted;
          }
        } else if (one.does === 'publish' || one.does === 'unpublish') {
          const all = one.all.map(idOf);
          const change = (some: readonly string[]): Live =>
            one.does === 'publish' ? some.reduce((from, id) => published(from, id), live) : without(live, some);
          const { status, body } = await site.bulk(one.does, all, { partial: one.partial });
          const done = (body.data ?? []).flatMap((item: { id: string; result: string }) =>
            item.result === 'refused' ? [] : [item.id],
          );
          if (!one.partial) expect(status === 200, JSON.stringify(body)).toBe(isSound(change(all)));
          else expect(status, JSON.stringify(body)).toBe(200);
          if (status === 200) live = change(done);
        } else if (one.does === 'undo' && last) {
          const undone = last;
          const isStill = LOCALES.every((at) => {
            const key = `${undone.id} ${at}`;
            return JSON.stringify(live.get(key)) === JSON.stringify(undone.after.get(key));
          });
          const back = LOCALES.map((at) => [`${undone.id} ${at}`, undone.before.get(`${undone.id} ${at}`)] as const);
          const wanted = new Map([...live, ...back].filter((pair): pair is [string, Values] => pair[1] !== undefined));
          for (const [key, values] of back) if (values === undefined) wanted.delete(key);
          const answer = await site.post(undone.id, 'undo-publish', { version: undone.version });
          if (answer.status === 200) {
            expect(isSound(wanted)).toBe(true);
            live = wanted;
          } else if (isStill && answer.body.error.code !== 'entry.version_conflict') {
            expect(isSound(wanted), JSON.stringify(answer.body)).toBe(false);
          }
          last = null;
        } else if (one.does === 'at once') {
          // Several requests of one moment share a snapshot: each is done on what the others before it leave, in their order.
          const answers = await Promise.all(one.all.map((n) => site.publish(idOf(n), LOCALES)));
          const done = one.all.filter((_, index) => answers[index]?.status === 200).map(idOf);
          live = done.reduce((from, id) => published(from, id), live);
          last = null;
        }
        expect(isSound(live)).toBe(true);
        for (const at of LOCALES) {
          const paths = await site.paths(at);
          const own = [...live.keys()].filter((key) => key.endsWith(` ${at}`));
          expect(paths).toEqual(Object.fromEntries(own.map((key) => [key.split(' ')[0], pathIn(live, key)])));
        }
      }
    }),
    { numRuns: rounds({ short: 5, long: 60 }), endOnFailure: true },
  );
}, 300_000);
