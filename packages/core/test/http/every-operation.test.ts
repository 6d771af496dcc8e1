import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countsRequests } from '../../src/access/permissions.ts';
import { MAX_BODY_BYTES } from '../../src/api/rest/body.ts';
import { errors, type LimitName, limits, parseLimits } from '../../src/server/registry.ts';
import { allRoutes, ExampleRequests } from '../support/example-requests.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const writing = allRoutes.filter(({ operation: { method } }) => method !== 'GET');
const of = (name: LimitName): string => `${name}=1`;

describe('every operation', () => {
  let app: TestApp;
  let requests: ExampleRequests;
  beforeAll(async () => {
    app = await startTestApp();
    requests = await ExampleRequests.make(app);
  });
  afterAll(() => app.close());

  it.each(writing)('$key takes no body that is too large, nor one that is not JSON', async (route) => {
    const large = await requests.send(route, `{"x":"${'x'.repeat(MAX_BODY_BYTES)}"}`);
    expect(codeOf(large)).toEqual([413, 'payload_too_large']);
    const text = await requests.send(route, 'text', { 'content-type': 'text/plain' });
    expect(codeOf(text)).toEqual([415, 'unsupported_media_type']);
  });
});

describe('every operation that takes an Idempotency-Key', () => {
  let app: TestApp;
  let requests: ExampleRequests;
  beforeAll(async () => {
    app = await startTestApp();
    requests = await ExampleRequests.make(app);
    const at = app.services.clock.now();
    const taken = { key: 'taken', requestHash: 'another', owner: 'x', leaseUntil: at };
    const expiresAt = new Date(at.getTime() + 3_600_000);
    for (const project of [requests.project.id, '']) {
      const scope = `${project}:${requests.owner.id}`;
      await app.database.prisma.idempotencyRecord.create({ data: { ...taken, scope, expiresAt, answer: {} } });
    }
  });
  afterAll(() => app.close());

  it.each(allRoutes.filter(({ operation }) => operation.idempotent))(
    '$key refuses one that another request had',
    async (route) => {
      const answer = await requests.send(route, undefined, { 'idempotency-key': 'taken' });
      expect(codeOf(answer)).toEqual([422, 'idempotency.key_reused']);
    },
  );
});

describe('every operation that meets a fault', () => {
  let app: TestApp;
  let requests: ExampleRequests;
  beforeAll(async () => {
    app = await startTestApp();
    requests = await ExampleRequests.make(app);
    for (const table of ['projects', 'snapshots', 'invitations', 'instance', 'members', 'audit_records', 'jobs']) {
      await app.database.pool.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
    }
  });
  afterAll(() => app.close());

  it.each(allRoutes.filter(({ key }) => key !== 'openapi.document'))(
    '$key answers 500 and tells nothing',
    async (route) => {
      const { status, body } = await requests.send(route);
      expect([status, body]).toEqual([500, { error: { code: 'internal', message: errors.internal.message } }]);
    },
  );
});

describe('every operation that counts requests of tokens', () => {
  let app: TestApp;
  let requests: ExampleRequests;
  beforeAll(async () => {
    app = await startTestApp({ limits: parseLimits('project.request=1') });
    requests = await ExampleRequests.make(app);
    await app.services.limiter.spend('project.request', requests.project.id);
  });
  afterAll(() => app.close());

  const counted = allRoutes.filter(({ operation }) => countsRequests(operation.access));
  it.each(counted)('$key answers 429', async (route) => {
    const headers = { authorization: `Bearer ${requests.project.tokens.admin}`, cookie: '' };
    expect(codeOf(await requests.send(route, undefined, headers))).toEqual([429, 'rate_limited']);
  });
});

describe('every operation with a limit', () => {
  let app: TestApp;
  let requests: ExampleRequests;
  beforeAll(async () => {
    const [first, ...more] = (Object.keys(limits) as LimitName[]).filter((name) => name !== 'project.request').map(of);
    app = await startTestApp({ limits: parseLimits([first, ...more].join()) });
    requests = await ExampleRequests.make(app);
  });
  afterAll(() => app.close());

  it.each(allRoutes.filter(({ operation }) => operation.limits?.length))('$key answers 429', async (route) => {
    await requests.send(route);
    expect(codeOf(await requests.send(route))).toEqual([429, 'rate_limited']);
  });
});
