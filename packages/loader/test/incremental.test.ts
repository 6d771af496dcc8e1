import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuse } from './support/gate.ts';
import { failureOf, type Site, startSite, TOKEN } from './support/site.ts';
import { entries, entry, publish, putMirror } from './support/snapshots.ts';

const EN = { locale: 'en' };

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

const publishLive = async (number: number, content: ReturnType<typeof entries>) => {
  const published = await publish(site.storage, number, [{ collection: 'posts', locale: 'en', entries: content }]);
  await putMirror(site.storage, TOKEN, published);
};
/** The API is away, so the mirror tells what's live: one request, as the API would take. */
const live = (options = {}) => site.loader({ url: 'http://127.0.0.1:9', token: TOKEN, ...options });
const kinds = (): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const url of site.content.requests) {
    const kind = url.endsWith('.en.json')
      ? 'file'
      : url.startsWith('/pointers/')
        ? 'pointer'
        : (url.split('/')[2] ?? '');
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

describe('the first load', () => {
  it('fetches the whole file at once, after its index', async () => {
    await publishLive(1, entries(6000, 200));
    expect(await live().load('posts', EN)).toHaveLength(6000);
    const { indexes = 0, ...others } = kinds();
    expect(others).toEqual({ pointer: 1, snapshots: 1, file: 1 });
    expect(indexes).toBeLessThan(20);
    expect(site.said.info[0]).toMatch(
      /^posts\.en 6000 entries, snapshot snap_\d+, (\d+) of \1 chunks fetched, from mirror$/,
    );
  });

  it('fetches chunk by chunk, a few at a time, when the whole file cannot be had', async () => {
    await publishLive(1, entries(2000, 200));
    let now = 0;
    let most = 0;
    site.content.intercept = ({ url }, response) => {
      if (url?.endsWith('.en.json')) return refuse(response, 404, 'not_found');
      now += 1;
      most = Math.max(most, now);
      response.on('close', () => {
        now -= 1;
      });
      return false;
    };
    expect(await live({ concurrency: 3 }).load('posts', EN)).toHaveLength(2000);
    expect(kinds().chunks).toBeGreaterThan(40);
    expect(most).toBeLessThanOrEqual(3);
  });
});

describe('a whole file that is refused for now', () => {
  it.each([429, 503])('is waited for as long as Retry-After says, and then comes at once (%i)', async (status) => {
    await publishLive(1, entries(2000, 200));
    let left = 2;
    site.content.intercept = ({ url }, response) =>
      (url?.endsWith('.en.json') ?? false) &&
      left-- > 0 &&
      refuse(response, status, 'rate_limited', { 'retry-after': '60' });
    expect(await live({ retries: 2 }).load('posts', EN)).toHaveLength(2000);
    expect(kinds()).toMatchObject({ file: 3 });
    expect(kinds()).not.toHaveProperty('chunks');
    expect(site.clock.sleeps.filter((ms) => ms >= 60_000)).toHaveLength(2);
  });

  it('ends the load, with few requests, when it never comes', async () => {
    await publishLive(1, entries(2000, 200));
    site.content.intercept = ({ url }, response) =>
      /\.en\.json$|\/chunks\//.test(url ?? '') && refuse(response, 429, 'rate_limited', { 'retry-after': '60' });
    const failure = await failureOf(live({ concurrency: 3 }).load('posts', EN));
    expect(failure).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(kinds().chunks).toBeLessThanOrEqual(12);
  });
});

describe('a load with nothing changed', () => {
  it('asks for the pointer alone', async () => {
    await publishLive(1, entries(2000, 200));
    await live().load('posts', EN);
    site.content.clear();
    expect(await live().load('posts', EN)).toHaveLength(2000);
    expect(kinds()).toEqual({ pointer: 1 });
    expect(site.said.info.at(-1)).toMatch(/, 0 of \d+ chunks fetched, from mirror$/);
  });
});

describe('a load after one entry was changed, of several thousands', () => {
  it('takes at most 6 requests and a hundredth of the bytes', { tags: ['full'] }, async () => {
    const content = entries(20_000, 500);
    await publishLive(1, content);
    await live().load('posts', EN);
    const [place, changed] = [12_345, entry(12_345, { title: 'changed' }, 3)];
    await publishLive(2, content.with(place, changed));
    site.content.clear();
    const loaded = await live().load('posts', EN);
    expect(loaded).toHaveLength(20_000);
    expect(loaded[place]?.values.title).toBe('changed');
    expect(site.content.requests.length).toBeLessThanOrEqual(6);
    expect(site.content.bytes).toBeLessThanOrEqual((20_000 * 600) / 100);
    expect(site.said.info.at(-1)).toMatch(/, [12] of \d+ chunks fetched, from mirror$/);
  });

  it.each(['removed', 'added'])('takes few requests when one was %s', { tags: ['full'] }, async (what) => {
    const content = entries(8000, 100);
    const without = content.toSpliced(4000, 1);
    await publishLive(1, what === 'removed' ? content : without);
    await live().load('posts', EN);
    const after = what === 'removed' ? without : content;
    await publishLive(2, after);
    site.content.clear();
    expect((await live().load('posts', EN)).map(({ id }) => id)).toEqual(after.map(({ id }) => id));
    expect(site.content.requests.length).toBeLessThanOrEqual(8);
  });
});

it('asks for the same thing once when several loads want it at the same time', async () => {
  await publishLive(1, entries(300));
  const stele = live();
  await Promise.all([stele.load('posts', EN), stele.load('posts', EN), stele.entry('posts', 'ent_x', EN)]);
  const { pointer, snapshots } = kinds();
  expect([pointer, snapshots]).toEqual([1, 1]);
  expect(new Set(site.content.requests).size).toBe(site.content.requests.length);
});

it('hands nothing over before everything is there', async () => {
  await publishLive(1, entries(2000, 200));
  const last: string[] = [];
  site.content.intercept = ({ url }, response) => {
    if (url?.endsWith('.en.json')) return refuse(response, 404, 'not_found');
    if (!url?.includes('/chunks/')) return false;
    last.push(url);
    return last.length > 30 && refuse(response, 404, 'not_found');
  };
  const stream = live().iterate('posts', EN);
  expect(await failureOf(stream.next())).toMatchObject({ code: 'content_missing' });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});
