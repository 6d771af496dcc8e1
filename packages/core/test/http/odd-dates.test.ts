import { collection, date, datetime, defineConfig, text } from '@stele/schema';
import type { ApiAnswer, ApiClient, LooseBody } from '@stele/testing/api-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp } from '../support/shared-test-app.ts';

/** Days with what is to become of them: those that a calendar of four digits has are taken. */
const DAYS = {
  '0000-01-01': false,
  '0000-02-29': false,
  '0001-01-01': true,
  '1582-10-10': true,
  '2024-02-29': true,
  '9999-12-31': true,
  '2026-02-29': false,
  '2026-02-30': false,
  '2026-13-01': false,
  '+010000-01-01': false,
  '10000-01-01': false,
  '-0001-01-01': false,
  '2026-1-1': false,
  '': false,
  infinity: false,
} as const;
/** Times, which aren't taken where their year in UTC has more or less than four digits. */
const TIMES = {
  '0000-06-01T00:00:00Z': false,
  '0001-01-01T00:00:00+14:00': false,
  '0001-01-01T00:00:00Z': true,
  '2026-02-30T00:00:00Z': false,
  '2026-12-31T24:00:00Z': false,
  '9999-12-31T23:59:59.999Z': true,
  '9999-12-31T23:59:59-12:00': false,
  '+010000-01-01T00:00:00Z': false,
  '2026-11-30T12:00:00.123456789Z': true,
} as const;

type Call = (value: string) => Promise<ApiAnswer<LooseBody>>;
let api: ApiClient;
let calls: Record<string, { readonly field: string; readonly call: Call }>;

beforeAll(async () => {
  const app = await sharedTestApp();
  const project = await app.project();
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  api = owner.api;
  const { schema } = defineConfig({
    collections: [
      collection({
        key: 'posts',
        fields: { title: text(), day: date(), time: datetime() },
        workflow: ['draft', 'approved'],
      }),
    ],
  });
  const root = `/projects/${project.id}`;
  expect((await api.post(`${root}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
  const values = { en: { title: 'News' } };
  const { id } = (await api.post(`${root}/entries`, { collection_key: 'posts', values })).body;
  const { status, body: hook } = await api.post(`${root}/webhooks`, {
    name: 'Hook',
    url: 'https://hooks.example.org/',
    events: ['entry.published'],
  });
  expect(status, JSON.stringify(hook)).toBe(201);
  const query = (path: string, field: string): { field: string; call: Call } => ({
    field,
    call: (value) => api.get(`${root}/${path}${path.includes('?') ? '&' : '?'}${field}=${encodeURIComponent(value)}`),
  });
  calls = {
    'due_on of an entry': { field: 'due_on', call: (due_on) => api.patch(`${root}/entries/${id}/review`, { due_on }) },
    'due_on of many': {
      field: 'due_on',
      call: (due_on) => api.post(`${root}/entries/reviews`, { entry_ids: [id], due_on }),
    },
    'due_by of a list': query('entries', 'due_by'),
    'due_from of a list': query('entries', 'due_from'),
    'due_by of counts': query('entries/counts', 'due_by'),
    'the end of a token': {
      field: 'expires_at',
      call: (expires_at) => api.post(`${root}/tokens`, { name: 'CI', scope: 'read_published', expires_at }),
    },
    'the end of a preview link': {
      field: 'expires_at',
      call: (expires_at) => api.post(`${root}/preview-links`, { expires_at }),
    },
    'from in the audit log': query('audit', 'from'),
    'to in the audit log': query('audit', 'to'),
    'from of deliveries': {
      field: 'from',
      call: (from) => api.post(`${root}/webhooks/${hook.id}/redeliver`, { from }),
    },
    'to of deliveries': {
      field: 'to',
      call: (to) => api.post(`${root}/webhooks/${hook.id}/redeliver`, { from: '0001-01-01T00:00:00Z', to }),
    },
    'a day in values': {
      field: 'day',
      call: (day) => api.post(`${root}/entries`, { collection_key: 'posts', values: { en: { day } } }),
    },
    'a time in values': {
      field: 'time',
      call: (time) => api.post(`${root}/entries`, { collection_key: 'posts', values: { en: { time } } }),
    },
    'a day in a filter': {
      field: 'filter',
      call: (day) =>
        api.get(`${root}/entries?collection=posts&filter=${encodeURIComponent(`day:gte:${day.replace('+', '%2B')}`)}`),
    },
  };
});

/** Bounds that hold besides: a token and a link end later than now, a link within some days, and a range after it begins. */
const PASSES = ['This time has passed.', 'A preview link ends after', 'The range ends before it begins.'];

describe.each([
  [
    'days',
    DAYS,
    ['due_on of an entry', 'due_on of many', 'due_by of a list', 'due_from of a list', 'due_by of counts'],
  ],
  [
    'times',
    TIMES,
    [
      ...['the end of a token', 'the end of a preview link', 'from in the audit log', 'to in the audit log'],
      ...['from of deliveries', 'to of deliveries'],
    ],
  ],
  ['days in content', DAYS, ['a day in values', 'a day in a filter']],
  ['times in content', TIMES, ['a time in values']],
] as const)('%s', (kind, values, names) => {
  it.each(names)('are taken or refused by name: %s', async (name) => {
    const { field, call } = calls[name] ?? expect.fail(name);
    for (const [value, isTaken] of Object.entries(values)) {
      const { status, body } = await call(value);
      const said = JSON.stringify([value, status, body]);
      if (status < 300) {
        // The schema decides which values content may hold.
        if (!kind.endsWith('content')) expect(isTaken, said).toBe(true);
        continue;
      }
      expect(status, said).toBe(400);
      expect(body.error.code, said).toBe('validation_failed');
      const [detail] = body.error.details;
      const isOther = isTaken && PASSES.some((one) => detail.message.startsWith(one));
      if (!kind.endsWith('content')) expect(isTaken, said).toBe(isOther);
      if (!isOther) expect(detail.path.includes(field), said).toBe(true);
    }
  });
});
