import { type ApiClient, codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '../../src/access/client-address.ts';
import { scopes } from '../../src/access/permissions.ts';
import { compileRoutes } from '../../src/api/rest/routes.ts';
import { appRouter } from '../../src/server/registry.ts';
import { createWebHandler } from '../../src/server/web-handler.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const ALLOWED = '203.0.113.7';
const REFUSED = [401, 'auth.invalid_token'];

let app: TestApp;
let projectId: string;
const secrets: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestApp({ trustedProxies: 1 });
  projectId = (await app.project()).id;
  const owner = (await app.person({ projectId, role: 'owner' })).api;
  for (const scope of scopes) {
    const allowed_addresses = ['203.0.113.0/24', '2001:db8::1'];
    const made = await owner.post(`/projects/${projectId}/tokens`, { name: scope, scope, allowed_addresses });
    expect(made.body).toMatchObject({ allowed_addresses });
    secrets[scope] = made.body.secret;
  }
});
afterAll(() => app.close());

const routes = compileRoutes(appRouter).filter(({ operation }) => operation.access !== 'public');
const pathOf = (path: string): string => path.replace('{projectId}', projectId).replace(/\{\w+\}/g, 'x');
const call = (scope: string, method: Parameters<ApiClient['send']>[0], path: string, from: string) =>
  app
    .client({ token: secrets[scope] ?? '' })
    .send(method, path, method === 'GET' || method === 'DELETE' ? undefined : {}, { 'x-forwarded-for': from });

describe('a token for some addresses', () => {
  it('is refused from elsewhere as if it did not exist, by every route that looks at it', async () => {
    for (const { key, operation } of routes) {
      const answer = await call('admin', operation.method, pathOf(operation.path), '198.51.100.1');
      expect([key, ...codeOf(answer)]).toEqual([key, ...REFUSED]);
    }
    await app.services.tokenUsage.flush();
    const used = await app.database.prisma.projectToken.findMany({ where: { lastUsedAt: { not: null } } });
    expect(used).toEqual([]);
  });

  it.each([
    ['a neighbour', '203.0.114.1'],
    ['a client that claims another address', `${ALLOWED}, 198.51.100.1`],
    ['another address of the IPv6 network', '2001:db8::2'],
    ['an address that is none', 'unknown'],
  ])('is refused with each scope from %s', async (_, from) => {
    for (const scope of scopes) expect(codeOf(await call(scope, 'GET', '/tokens/me', from))).toEqual(REFUSED);
  });

  it('is refused where the address is not known', async () => {
    const headers = { authorization: `Bearer ${secrets.admin}`, 'x-forwarded-for': '' };
    const request = new Request(`${app.url}/v1/tokens/me`, { headers });
    expect(request.headers.has(CLIENT_ADDRESS_HEADER)).toBe(false);
    const answer = await createWebHandler(app.services)(request);
    expect([answer?.status, await answer?.json()]).toMatchObject([401, { error: { code: 'auth.invalid_token' } }]);
  });

  it.each([ALLOWED, `198.51.100.1, ${ALLOWED}`, `::ffff:${ALLOWED}`, '2001:db8:0::1'])(
    'works from %s',
    async (from) => {
      for (const scope of scopes) expect((await call(scope, 'GET', '/tokens/me', from)).status).toBe(200);
    },
  );
});
