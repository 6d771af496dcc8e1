import { randomUUID } from 'node:crypto';
import { clientAddressOf } from '../../../access/client-address.ts';
import { bears } from '../../../access/token-secret.ts';
import { readJsonBody } from '../../../api/rest/body.ts';
import { toRestRequest } from '../../../api/rest/message.ts';
import { reportFailure } from '../../../api/rest/report-failure.ts';
import { assertStorable } from '../../../api/rest/storable-json.ts';
import type { Services } from '../../../domains/services.ts';
import { noteRoute } from '../../../platform/telemetry/request-record.ts';
import type { Directory, Resource, ScimPage } from './directory.ts';
import { discover, MOST_RESOURCES } from './discovery.ts';
import * as groups from './groups.ts';
import { malformed, ScimError, scimFailure } from './scim-error.ts';
import { type Comparison, parseFilter } from './scim-filter.ts';
import { foldGroupChanges, parseGroup } from './scim-group.ts';
import { parsePatch, patchUser } from './scim-patch.ts';
import { parseScimUser, type ScimUser } from './scim-user.ts';
import * as users from './users.ts';

const BASE_PATH = '/scim/v2/';
/** The most bytes of a body: a group of 5,000 people fits. */
const MAX_SCIM_BODY_BYTES = 1024 * 1024;
/** The most groups of a page with all their people. */
const MOST_WHOLE_GROUPS = 20;
const MOST_SKIPPED = 1_000_000_000;

/** A request to a resource of a directory. */
interface ScimRequest {
  readonly directory: Directory;
  /** Empty for all resources of the type. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** Empty without one. */
  readonly body: Readonly<Record<string, unknown>>;
}

type ScimRoute = (request: ScimRequest) => Promise<Response>;

/** Whether an address is below that of SCIM. */
export function isScim(path: string): boolean {
  return path.startsWith(BASE_PATH);
}

/**
 * Answers everything below /scim/v2/PROVIDER (RFC 7644): a provider's directory tells who has an account, and who is in which groups.
 * Without a SCIM token of the provider, there is nothing at these addresses. Errors come in SCIM's own envelope.
 */
export function scimRoutes(services: Services): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = randomUUID();
    const url = new URL(request.url);
    try {
      return finished(await answer(services, request, url, requestId), requestId);
    } catch (thrown) {
      const { response, error } = scimFailure(thrown);
      if (error) reportFailure(services.log, error, { requestId, method: request.method, path: url.pathname });
      return finished(response, requestId);
    }
  };
}

async function answer(services: Services, request: Request, url: URL, requestId: string): Promise<Response> {
  const [provider = '', type = '', id = '', ...rest] = url.pathname.slice(BASE_PATH.length).split('/');
  const settings = services.singleSignOn?.directory(provider);
  if (!settings) throw nothingHere();
  if (!bears(request.headers.get('authorization'), settings.scimToken)) {
    const address = clientAddressOf(request.headers, services.settings.proxySecret);
    await services.limiter.spend('auth.directory', address ?? 'unknown');
    throw new ScimError(401, null, 'The SCIM token is not valid.');
  }
  await services.limiter.spend('directory.request', provider);
  const directory: Directory = {
    services,
    provider: settings,
    url: `${services.settings.apiUrl}${BASE_PATH}${provider}`,
    requestId,
  };
  const methods = Object.hasOwn(ROUTES, type) ? ROUTES[type] : undefined;
  const found = methods ? undefined : new Map(Object.entries(discover(directory.url))).get(type);
  if (rest.length > 0 || (!methods && !found)) throw nothingHere();
  noteRoute(`${BASE_PATH}{provider}/${type}${id === '' ? '' : '/{id}'}`);
  const key = `${request.method}${id === '' ? '' : ' one'}`;
  const route = methods && Object.hasOwn(methods, key) ? methods[key] : undefined;
  if (!route && (methods || request.method !== 'GET')) {
    const allowed = Object.keys(methods ?? { GET: null }).filter(
      (one) => !methods || one.endsWith(' one') === (id !== ''),
    );
    const headers = { allow: allowed.map((one) => one.replace(' one', '')).join(', ') };
    throw new ScimError(405, null, 'There is no such method here.', headers);
  }
  if (found) return described(found, id);
  if (!route) throw nothingHere();
  const body = await readJsonBody(toRestRequest(request), MAX_SCIM_BODY_BYTES);
  assertStorable(body);
  const carryOut = () => route({ directory, id, query: url.searchParams, body });
  return services.admission.run(`directory ${provider}`, carryOut);
}

/** By type, and by method for all resources and for one. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, ScimRoute>>>> = {
  Users: {
    GET: async ({ directory, query }) => {
      const page = scimPageOf(query, MOST_RESOURCES);
      return listed(page, query, await users.listDirectoryUsers(directory, filterOf(query), page));
    },
    POST: async ({ directory, body, query }) =>
      shown(await users.createDirectoryUser(directory, parseScimUser(body, true)), query, 201),
    'GET one': async ({ directory, id, query }) => shown(await users.getDirectoryUser(directory, id), query),
    'PUT one': async ({ directory, id, body, query }) => {
      const edit = ({ active }: ScimUser) => parseScimUser(body, active);
      return shown(await users.updateDirectoryUser(directory, id, edit), query);
    },
    'PATCH one': async ({ directory, id, body, query }) => {
      const changes = parsePatch(body);
      return shown(await users.updateDirectoryUser(directory, id, (before) => patchUser(before, changes)), query);
    },
    'DELETE one': async ({ directory, id }) => {
      await users.deleteDirectoryUser(directory, id);
      return new Response(null, { status: 204 });
    },
  },
  Groups: {
    GET: async ({ directory, query }) => {
      const withMembers = isShown('members', query);
      const page = scimPageOf(query, withMembers ? MOST_WHOLE_GROUPS : MOST_RESOURCES);
      return listed(page, query, await groups.listDirectoryGroups(directory, filterOf(query), page, withMembers));
    },
    POST: async ({ directory, body, query }) =>
      shown(await groups.createDirectoryGroup(directory, parseGroup(body)), query, 201),
    'GET one': async ({ directory, id, query }) =>
      shown(await groups.getDirectoryGroup(directory, id, isShown('members', query)), query),
    'PUT one': async ({ directory, id, body, query }) => {
      await groups.updateDirectoryGroup(directory, id, parseGroup(body));
      return shown(await groups.getDirectoryGroup(directory, id, isShown('members', query)), query);
    },
    // Without a body: a group may have thousands of people, and directories don't look at them.
    'PATCH one': async ({ directory, id, body }) => {
      await groups.updateDirectoryGroup(directory, id, foldGroupChanges(parsePatch(body)));
      return new Response(null, { status: 204 });
    },
    'DELETE one': async ({ directory, id }) => {
      await groups.deleteDirectoryGroup(directory, id);
      return new Response(null, { status: 204 });
    },
  },
};

function filterOf(query: URLSearchParams): Comparison[] {
  const filter = query.get('filter');
  return filter === null ? [] : parseFilter(filter);
}

/** @throws ScimError `invalidValue` */
function scimPageOf(query: URLSearchParams, most: number): ScimPage {
  const number = (name: string, fallback: number): number => {
    const text = query.get(name);
    if (text === null) return fallback;
    if (!/^-?\d{1,20}$/.test(text)) throw malformed('invalidValue', `${name}: It is a whole number.`);
    return Number(text);
  };
  const startIndex = Math.min(Math.max(1, number('startIndex', 1)), MOST_SKIPPED);
  return { startIndex, count: Math.min(Math.max(0, number('count', most)), most) };
}

function listAnswer(total: number, startIndex: number, resources: readonly Resource[]): Response {
  return Response.json({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  });
}

function listed(
  { startIndex }: ScimPage,
  query: URLSearchParams,
  { total, resources }: { readonly total: number; readonly resources: readonly Resource[] },
): Response {
  return listAnswer(
    total,
    startIndex,
    resources.map((one) => reduced(one, query)),
  );
}

function shown(resource: Resource, query: URLSearchParams, status = 200): Response {
  const { location } = resource.meta as { location: string };
  return Response.json(reduced(resource, query), { status, headers: { location } });
}

function described(found: Resource | readonly Resource[], id: string): Response {
  if (id === '') return Array.isArray(found) ? listAnswer(found.length, 1, found) : Response.json(found);
  const one = [found].flat().find((resource: Resource) => resource.id === id);
  if (!one) throw nothingHere();
  return Response.json(one);
}

/** Whether an attribute is asked for: `attributes` names those that are, `excludedAttributes` those that aren't. */
function isShown(name: string, query: URLSearchParams): boolean {
  const named = (parameter: string): string[] | undefined =>
    query
      .get(parameter)
      ?.split(',')
      .map((one) =>
        one
          .trim()
          .toLowerCase()
          .replace(/^urn:.*:/, '')
          .replace(/\..*$/, ''),
      );
  const [asked, excluded] = [named('attributes'), named('excludedAttributes')];
  return asked?.includes(name.toLowerCase()) ?? !excluded?.includes(name.toLowerCase());
}

function reduced(resource: Resource, query: URLSearchParams): Resource {
  const always = ['schemas', 'id', 'meta'];
  return Object.fromEntries(Object.entries(resource).filter(([name]) => always.includes(name) || isShown(name, query)));
}

function finished(response: Response, requestId: string): Response {
  if (response.body) response.headers.set('content-type', 'application/scim+json; charset=utf-8');
  if (response.status === 401) response.headers.set('www-authenticate', 'Bearer');
  response.headers.set('cache-control', 'private, no-store');
  response.headers.set('x-request-id', requestId);
  return response;
}

const nothingHere = (): ScimError => new ScimError(404, null, 'There is nothing at this address.');
