import { type ApiClient, codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Access,
  can,
  GRANTS,
  permissionsOf,
  type Rights,
  type Role,
  roles,
  type Scope,
  scopes,
  takesTokens,
} from '../../src/access/permissions.ts';
import { compileRoutes, type Route } from '../../src/api/rest/routes.ts';
import { appRouter } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const ALLOWED = 'allowed';
const routes = compileRoutes(appRouter).sort((a, b) => (a.key < b.key ? -1 : 1));

/** Someone who calls: what they send, and what the permission map says of them. */
interface Caller {
  readonly name: string;
  readonly client: () => ApiClient;
  readonly headers?: Record<string, string>;
  /** @returns `allowed`, or the code of the refusal */
  expected(access: Access, method: string): string;
}

let app: TestApp;
let project: TestProject;
const clients = new Map<string, ApiClient>();

beforeAll(async () => {
  app = await startTestApp();
  project = await app.project();
  const other = await app.project();
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  const make = async (more: object) =>
    (await owner.api.post(`/projects/${project.id}/tokens`, { name: 'n', scope: 'admin', ...more })).body;
  const [revoked, expired] = [await make({}), await make({})];
  await owner.api.delete(`/projects/${project.id}/tokens/${revoked.id}`);
  await app.database.prisma.projectToken.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
  clients.set('nobody', app.client());
  clients.set('unknown token', app.client({ token: 'stl_admin_nonsense' }));
  clients.set('revoked token', app.client({ token: revoked.secret }));
  clients.set('expired token', app.client({ token: expired.secret }));
  for (const scope of scopes) clients.set(scope, app.client({ token: project.tokens[scope] }));
  clients.set('token of another project', app.client({ token: other.tokens.admin }));
  for (const role of roles) clients.set(role, (await app.person({ projectId: project.id, role })).api);
  clients.set('owner of another project', (await app.person({ projectId: other.id, role: 'owner' })).api);
  clients.set('owner from another origin', owner.api);
  const operator = await app.person({ projectId: other.id, role: 'owner' });
  await app.makeOperator(operator.id);
  clients.set('operator', operator.api);
});
afterAll(() => app.close());

const hasOne = (rights: Rights, access: Access): boolean =>
  permissionsOf(access)?.some((permission) => can({ rights }, permission)) ?? true;

const invalidToken = (access: Access): string => (access === 'public' ? ALLOWED : 'auth.invalid_token');

/** The answer of the permission map for a project token, of this project or another. */
function expectedOfToken(access: Access, scope: Scope, isForeign: boolean): string {
  if (access === 'public' || access === 'token') return ALLOWED;
  if (access === 'session' || access === 'operator') return 'auth.insufficient_scope';
  if (isForeign) return 'project.not_found';
  return hasOne(GRANTS.scopes[scope], access) ? ALLOWED : 'auth.insufficient_scope';
}

/** The answer of the permission map for a person; null for one who isn't a member. */
function expectedOfPerson(access: Access, role: Role | null): string {
  if (access === 'token') return 'auth.missing_token';
  if (access === 'operator') return 'auth.insufficient_role';
  if (!permissionsOf(access)) return ALLOWED;
  if (role === null) return 'project.not_found';
  return hasOne(GRANTS.roles[role], access) ? ALLOWED : 'auth.insufficient_role';
}

function expectedOfNobody(access: Access): string {
  if (access === 'public' || access === 'optional_token') return ALLOWED;
  return access === 'token' || takesTokens(permissionsOf(access) ?? []) ? 'auth.missing_token' : 'auth.missing_session';
}

const client = (name: string) => (): ApiClient => clients.get(name) ?? app.client();

const callers: readonly Caller[] = [
  { name: 'nobody', client: client('nobody'), expected: expectedOfNobody },
  ...['unknown token', 'revoked token', 'expired token'].map((name) => ({
    name,
    client: client(name),
    expected: invalidToken,
  })),
  ...scopes.map((scope) => ({
    name: scope,
    client: client(scope),
    expected: (access: Access) => expectedOfToken(access, scope, false),
  })),
  {
    name: 'token of another project',
    client: client('token of another project'),
    expected: (access) => expectedOfToken(access, 'admin', true),
  },
  ...roles.map((role) => ({
    name: role,
    client: client(role),
    expected: (access: Access) => expectedOfPerson(access, role),
  })),
  {
    name: 'owner of another project',
    client: client('owner of another project'),
    expected: (access) => expectedOfPerson(access, null),
  },
  {
    name: 'operator',
    client: client('operator'),
    expected: (access) => (access === 'operator' ? ALLOWED : expectedOfPerson(access, null)),
  },
  {
    name: 'owner from another origin',
    client: client('owner from another origin'),
    headers: { origin: 'https://evil.example' },
    expected: (access, method) => {
      const answer = expectedOfPerson(access, 'owner');
      const writesAsPerson = method !== 'GET' && !['public', 'optional_token', 'token'].includes(`${access}`);
      const isKnown = answer === ALLOWED || access === 'operator';
      return writesAsPerson && isKnown ? 'auth.origin_not_allowed' : answer;
    },
  },
];

/**
 * Calls an operation with a query that no route takes: a permitted caller gets this error before anything is done, another caller
 * gets a refusal.
 */
async function call({ operation }: Route, caller: Caller): Promise<string> {
  const path = operation.path.replace('{projectId}', project.id).replace(/\{[^}]+\}/g, 'x');
  const answer = await caller.client().send(operation.method, `${path}?nonsense=1`, undefined, caller.headers);
  const [status, code] = codeOf(answer);
  return status === 400 && code === 'validation_failed' ? ALLOWED : `${code}`;
}

describe('who may call what', () => {
  for (const route of routes) {
    it(`${route.key} lets in whom the permission map names, and no one else`, async () => {
      const answers: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const caller of callers) {
        answers[caller.name] = await call(route, caller);
        expected[caller.name] = caller.expected(route.operation.access, route.operation.method);
      }
      expect(answers).toEqual(expected);
    });
  }

  it('stands in the docs, with a row for each operation', async () => {
    await expect(accessTable()).toMatchFileSnapshot('../../../../docs/access.md');
  });

  it('says the same of tokens that are unknown, revoked or expired', async () => {
    const answers = await Promise.all(
      ['unknown token', 'revoked token', 'expired token'].map(async (name) => {
        const { status, headers, body } = await client(name)().get(`/projects/${project.id}/snapshot/latest`);
        const same = [...headers].filter(([header]) => !['x-request-id', 'date'].includes(header));
        return { status, same, body };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

/** Who may call what, for people to read. */
function accessTable(): string {
  const columns = [...scopes, ...roles, 'operator'];
  const cell = (route: Route, name: string): string => {
    const caller = callers.find((one) => one.name === name);
    return caller?.expected(route.operation.access, route.operation.method) === ALLOWED ? '✓' : '';
  };
  const rows = routes.map((route) => {
    const anyone = expectedOfNobody(route.operation.access) === ALLOWED ? '✓' : '';
    const { method, path } = route.operation;
    return `| ${route.key} | ${method} ${path} | ${[anyone, ...columns.map((name) => cell(route, name))].join(' | ')} |`;
  });
  const head = ['operation', 'route', 'anyone', ...columns];
  return [
    '# Who may call what',
    '',
    "Scopes of project tokens, roles of members, and the operator, who set the instance up and isn't a member here. A test calls every operation of a running server as each of them, and as",
    'callers with a bad, revoked or expired token, a token of another project, and pages of another origin.',
    '',
    `| ${head.join(' | ')} |`,
    `|${'---|'.repeat(head.length)}`,
    ...rows,
    '',
  ].join('\n');
}
