import { ZodObject } from 'zod';
import { countsRequests, permissionsOf, takesTokens } from '../../access/permissions.ts';
import type { CommonErrorCode, DeclaredError } from '../../platform/errors.ts';
import type { Operation } from '../rest/meta.ts';
import type { Route } from '../rest/routes.ts';
import { headerRef, type OpenApiDocument, type OpenApiOperation, type OpenApiParameter } from './document-shapes.ts';
import { errorResponse } from './errors.ts';

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A repeated request with the same key, within 24 hours, is not carried out again and gets the same response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The response that most clients see, since they follow the redirect. */
const FOLLOWED = {
  description: 'The file from the content host, for clients that follow the redirect.',
  headers: { 'X-Request-Id': headerRef('RequestId') },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/JsonValue' } } },
};

/** Facts that don't stand in the declaration of an operation. */
export interface AboutOperation {
  readonly tag: string;
  /** All errors of the program, by code. */
  readonly errors: Readonly<Record<string, DeclaredError>>;
}

/** Completes one operation: its id, its group, its responses with headers and examples, and its security. */
export function documentAnswers(document: OpenApiDocument, route: Route, { tag, errors }: AboutOperation): void {
  const { operation, key } = route;
  const documented = document.paths[operation.path]?.[operation.method.toLowerCase()];
  if (!documented) throw new Error(`The document has no operation for ${operation.method} ${operation.path}.`);
  documented.operationId = key;
  documented.tags = [tag];
  documentSuccess(documented, operation);
  for (const [status, own] of errorsByStatus(operation, errors)) {
    documented.responses[status] = errorResponse(document, own);
  }
  if (operation.idempotent) documented.parameters = [...(documented.parameters ?? []), idempotencyParameter];
  if (operation.method === 'DELETE') moveQueryToBody(documented);
  addBodyExample(documented, route);
  const security = securityOf(operation);
  if (JSON.stringify(security) === JSON.stringify(document.security)) delete documented.security;
  else documented.security = security;
}

function documentSuccess(documented: OpenApiOperation, operation: Operation): void {
  const status = String(operation.status ?? 200);
  const success = Object.entries(documented.responses).find(([code]) => code.startsWith('2'))?.[1];
  const content = success && 'content' in success ? success.content : undefined;
  const headers: Record<string, unknown> = { 'X-Request-Id': headerRef('RequestId') };
  if (status === '302') headers.Location = headerRef('ContentHost');
  if (status === '201') headers.Location = headerRef('Location');
  documented.responses = {
    [status]: {
      description: { '201': 'Created.', '202': 'Accepted.', '302': 'Found: see `Location`.' }[status] ?? 'Done.',
      headers,
      ...(status !== '302' && content && { content: contentOf(operation, content) }),
    },
  };
  if (status === '302') documented.responses['200'] = FOLLOWED;
  const done = documented.responses[status];
  if (operation.mayBeAccepted && done) {
    documented.responses['202'] = { ...done, description: 'Accepted: the work continues in the background.' };
  }
  if (operation.mayCreate && done && !('$ref' in done)) {
    documented.responses['201'] = {
      ...done,
      description: 'Created.',
      headers: { ...headers, Location: headerRef('Location') },
    };
  }
}

function contentOf({ streams }: Operation, content: Record<string, unknown>): Record<string, unknown> {
  return streams ? { [streams]: content['application/json'] } : content;
}

/** The possible errors of an operation, by status. */
function errorsByStatus(operation: Operation, errors: AboutOperation['errors']): Map<string, DeclaredError[]> {
  const codes = new Set<string>(['validation_failed', 'internal', 'unavailable', ...(operation.errors ?? [])]);
  const { access } = operation;
  const permissions = permissionsOf(access);
  const add = (...more: CommonErrorCode[]): void => {
    for (const code of more) codes.add(code);
  };
  if (access !== 'public') add('auth.invalid_token');
  if (access === 'optional_token') add('project.not_found');
  if (access === 'token') add('auth.missing_token');
  const isPersonal = access === 'session' || access === 'operator';
  if (isPersonal) add('auth.missing_session', 'auth.insufficient_scope');
  if (access === 'operator') add('auth.insufficient_role');
  if (permissions) {
    add(takesTokens(permissions) ? 'auth.missing_token' : 'auth.missing_session');
    add('auth.insufficient_scope', 'auth.insufficient_role', 'auth.two_factor_required', 'project.not_found');
  }
  if (operation.method !== 'GET') {
    add('payload_too_large', 'unsupported_media_type');
    if (isPersonal || permissions) add('auth.origin_not_allowed');
  }
  if (operation.limits?.length || countsRequests(access)) add('rate_limited');
  if (operation.idempotent) add('idempotency.in_flight', 'idempotency.key_reused');
  const byStatus = new Map<string, DeclaredError[]>();
  for (const code of codes) {
    const error = errors[code];
    if (!error) throw new Error(`No feature declares the error ${code}.`);
    const status = String(error.status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), error]);
  }
  return new Map([...byStatus].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Describes the body of a DELETE, whose fields the generator declares as query parameters. */
function moveQueryToBody(documented: OpenApiOperation): void {
  const { parameters = [] } = documented;
  const fields = parameters.filter((one): one is OpenApiParameter => 'in' in one && one.in === 'query');
  if (fields.length === 0) return;
  documented.parameters = parameters.filter((one) => !fields.includes(one as OpenApiParameter));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema: own }) => [name, own])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  documented.requestBody = { required: true, content: { 'application/json': { schema } } };
}

/** Adds the example of the body from the input's schema, which the generator drops with the path parameters. */
function addBodyExample(documented: OpenApiOperation, route: Route): void {
  const [input] = (route.procedure._def as { inputs: readonly unknown[] }).inputs;
  const [example] = input instanceof ZodObject ? (input.meta()?.examples ?? []) : [];
  if (example === undefined) return;
  for (const media of Object.values(documented.requestBody?.content ?? {})) {
    const { examples, ...schema } = media.schema;
    Object.assign(media, { schema, examples: { example: { value: example } } });
  }
}

/** The security of most routes, which the document declares once. Other routes declare their own. */
export const MOST_MAY_CALL: Record<string, never[]>[] = [{ projectToken: [] }, { session: [] }, { personalToken: [] }];

function securityOf(operation: Operation): Record<string, never[]>[] {
  const { access } = operation;
  if (access === 'public') return [];
  if (access === 'optional_token') return [{}, { projectToken: [] }];
  if (access === 'token') return [{ projectToken: [] }];
  const [, ...person] = MOST_MAY_CALL;
  return takesTokens(permissionsOf(access) ?? []) ? MOST_MAY_CALL : person;
}
