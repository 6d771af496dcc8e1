import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unitsOf } from '../../src/access/limits/limits.ts';
import type { AuthOperation } from '../../src/api/auth/auth-operation.ts';
import { compileRoutes } from '../../src/api/rest/routes.ts';
import type { TableFacts } from '../../src/platform/database/tables.ts';
import { declaredName } from '../../src/platform/declared.ts';
import { appRouter, errors, type LimitName, limits, registry } from '../../src/server/registry.ts';

const routes = compileRoutes(appRouter).map(({ operation }) => operation);
const authOperations = Object.entries<AuthOperation>(registry.auth);
const limitNamesOf = ({ limits = [] }: Pick<AuthOperation, 'limits'>): string[] =>
  limits.map(({ limit }) => declaredName(limit));
const authRoutes = authOperations.map(([key, operation]) => {
  const [method = '', path = ''] = key.split(' ');
  return { method, path, limits: limitNamesOf(operation), errors: [] };
});
const NOTE = 'Generated from the source.';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

/** More routes than these are only counted: the OpenAPI document lists them. */
const MOST_LISTED = 6;

function routesWith(holds: (route: (typeof routes | typeof authRoutes)[number]) => boolean): string {
  const found = [...routes, ...authRoutes].filter(holds);
  if (found.length > MOST_LISTED) return `${found.length} routes`;
  return found
    .map(({ method, path }) => `\`${method} ${path.replace('/projects/{projectId}', '…')}\``)
    .sort()
    .join('<br>');
}

describe('the reference', () => {
  it('lists every error code with its status, its text and the routes that answer it', async () => {
    const statuses = [...new Set(Object.values(errors).map(({ status }) => status))].sort((a, b) => a - b);
    const sections = statuses.flatMap((status) => [
      `## ${status} ${STATUS_CODES[status]}`,
      '',
      ...table(
        ['code', 'message', 'routes that document it'],
        Object.entries(errors)
          .filter(([, error]) => error.status === status)
          .map(([code, { message }]) => [
            `\`${code}\``,
            message.replaceAll('|', '\\|').replaceAll('<', '&lt;'),
            routesWith((route) => (route.errors as readonly string[] | undefined)?.includes(code) === true),
          ]),
      ),
    ]);
    const page = [
      '# Error codes',
      '',
      'Every error has the [same body](../api.md#errors). Test `code`; `message` is for people and may change. Codes without a route',
      'come from what holds for all (authentication, validation, limits, addresses, outages), or from signing in under `/auth`, which the admin',
      'and the command use and `/v1` has no routes for.',
      '',
      `${NOTE} \`…\` stands for \`/projects/{projectId}\`. Where many routes are counted, the OpenAPI document lists them.`,
      '',
      ...sections,
    ];
    await expect(page.join('\n')).toMatchFileSnapshot('../../../../docs/reference/errors.md');
  });

  it('lists every limit with its window and the routes that count', async () => {
    const rows = (Object.keys(limits) as LimitName[]).map((name) => {
      const { units, windowSeconds, outage, counts } = limits[name];
      const every = { 60: 'a minute', 3600: 'an hour', 86400: 'a day' }[windowSeconds];
      const isOfAll = name === 'project.request';
      const counting = isOfAll
        ? 'all that tokens may call, except those of builds'
        : routesWith((route) => route.limits?.includes(name) === true);
      return [
        `\`${name}\``,
        unitsOf(limits[name]) === null ? `any number ${every}` : `${units.toLocaleString('en')} ${every}`,
        counts,
        outage === 'refuse' ? '503' : 'counts',
        counting,
      ];
    });
    const page = [
      '# Limits',
      '',
      'How much of something a project may do in a window, unless the table says whose it is. Over a limit the answer is 429 `rate_limited`',
      'with `Retry-After`. [The API](../api.md#limits) explains them, and an operator changes them with [`STELE_LIMITS`](settings.md).',
      "The fourth column says what happens while Redis can't be reached: each process counts in its own memory, or the answer is 503.",
      '',
      `${NOTE} \`…\` stands for \`/projects/{projectId}\`. Where many routes are counted, the OpenAPI document lists them.`,
      '',
      ...table(['limit', 'allows', 'of what', 'store down', 'routes'], rows),
    ];
    await expect(page.join('\n')).toMatchFileSnapshot('../../../../docs/reference/limits.md');
  });

  it('lists every route below /auth with its parameters', async () => {
    const callers = {
      public: 'anyone',
      signed_out: 'no one who is signed in',
      session: 'a signed-in person',
      verified: 'a signed-in person with a verified address',
    };
    const typeOf = ({ type = 'string', enum: values }: z.core.JSONSchema.BaseSchema): string =>
      values ? values.map((value) => `\`${String(value)}\``).join(' or ') : String(type);
    const fieldsOf = ({ input }: AuthOperation): string => {
      const { properties = {}, required = [] } = input ? z.toJSONSchema(input, { io: 'input' }) : {};
      return Object.entries(properties)
        .map(([name, schema]) => [`\`${name}${required.includes(name) ? '' : '?'}\``, schema] as const)
        .map(([name, schema]) => `${name}: ${typeOf(schema as z.core.JSONSchema.BaseSchema)}`)
        .join('<br>');
    };
    const rows = authOperations
      .sort(([a], [b]) => (a.slice(a.indexOf('/')) < b.slice(b.indexOf('/')) ? -1 : 1))
      .map(([key, operation]) => [
        `\`${key}\``,
        operation.about,
        callers[operation.access],
        fieldsOf(operation),
        limitNamesOf(operation)
          .map((name) => `\`${name}\``)
          .join('<br>'),
      ]);
    const page = [
      '# Routes below /auth',
      '',
      'Signing in and the own account, for the admin, the `stele` command and [programs that do the same](../api.md#signing-in). They take JSON,',
      'and set cookies. A field with `?` may be left out. Routes of providers exist only where people sign in through them.',
      '',
      NOTE,
      '',
      ...table(['route', 'does', 'for', 'body', 'limits'], rows),
    ];
    await expect(page.join('\n')).toMatchFileSnapshot('../../../../docs/reference/auth.md');
  });

  it('lists every table with how its rows come and go', async () => {
    const dayMs = 24 * 60 * 60_000;
    const whose = ({ project, removal }: TableFacts): string =>
      project !== undefined ? 'a project' : typeof removal === 'string' ? 'the instance' : `\`${tableOf(removal)}\``;
    const tableOf = (removal: object): string => ('with' in removal ? String(removal.with) : '');
    const left = ({ removal }: TableFacts): string => {
      if (typeof removal === 'string') return removal === 'never' ? 'never' : 'when its time is over';
      return 'with' in removal ? `with \`${removal.with}\`` : `${removal.atOnce} at a time`;
    };
    const pruned = ({ expires, jobs = [], kept }: TableFacts): string => {
      const after = (expires?.keptMs ?? 0) / dayMs;
      const own = expires && `\`${expires.from}\`${after > 0 ? ` + ${after} days` : ''}`;
      return [...(own ? [own] : []), ...jobs.map((job) => `\`${job}\``)].join(', ') || (kept ? `never: ${kept}` : '');
    };
    const page = [
      '# Tables',
      '',
      'Every table of the database: what a row belongs to; how rows leave when that is removed; what a copy of a project does with them,',
      'and so what a restored copy has; what the number of rows follows; and the time at which a row expires, or the jobs that remove',
      'rows by rules of their own.',
      '',
      NOTE,
      '',
      ...table(
        ['table', 'belongs to', 'removed', 'in a copy', 'grows', 'expires, or is pruned by'],
        [...registry.tables]
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .map((one) => [`\`${one.name}\``, whose(one), left(one), one.copy, one.grows, pruned(one)]),
      ),
    ];
    await expect(page.join('\n')).toMatchFileSnapshot('../../../../docs/reference/tables.md');
  });

  it('lists every event with its receivers', async () => {
    const { webhookKinds, streamedKinds, typesByAction } = registry.eventRules;
    const streamed = new Set([...streamedKinds, ...Object.values(typesByAction)]);
    const kinds = [...new Set([...webhookKinds, ...streamed])].sort();
    const causes = (kind: string): string =>
      Object.entries(typesByAction)
        .filter(([, type]) => type === kind)
        .map(([action]) => `\`${action}\``)
        .join(', ');
    const page = [
      '# Events',
      '',
      'What [webhooks](../webhooks.md#webhooks) and the [event stream](../webhooks.md#the-event-stream) tell. The last column names the actions of the audit log that',
      'lead to an event of the stream; the others come from publishing, processing and delivery.',
      '',
      NOTE,
      '',
      ...table(
        ['event', 'webhooks', 'event stream', 'actions'],
        kinds.map((kind) => [
          `\`${kind}\``,
          webhookKinds.includes(kind) ? '✓' : '',
          streamed.has(kind) ? '✓' : '',
          causes(kind),
        ]),
      ),
    ];
    await expect(page.join('\n')).toMatchFileSnapshot('../../../../docs/reference/events.md');
  });
});
