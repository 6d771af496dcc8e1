import { ZodObject } from 'zod';
import { limits } from '../../access/limits/limits.ts';
import { isPermission, permissions, waitsForRestorations } from '../../access/permissions.ts';
import { type ErrorCode, errors } from '../../platform/errors.ts';
import type { Operation } from '../rest/meta.ts';
import type { Route } from '../rest/routes.ts';
import type { OpenApiDocument, OpenApiOperation } from './document-shapes.ts';
import { envelopeExample, envelopeSchema } from './errors.ts';

const LOCATION = { description: 'Address of what was made, if it has one.', schema: { type: 'string' } };
const requestIdHeader = { description: 'Identifies the request, for support.', schema: { type: 'string' } };
const retryAfterHeader = {
  description: 'Seconds to wait before sending it again.',
  schema: { type: 'integer', minimum: 1 },
};
const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A request with a key that was answered within 24 hours gets the same answer, and is not carried out again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Completes one operation: its id, its answers with headers and examples, and its security. */
export function documentAnswers(document: OpenApiDocument, route: Route): void {
  const { operation, key } = route;
  const documented = document.paths[operation.path]?.[operation.method.toLowerCase()];
  if (!documented) throw new Error(`The document has no operation for ${operation.method} ${operation.path}.`);
  documented.operationId = key;
  documentSuccess(documented, operation);
  for (const [status, codes] of errorsByStatus(operation)) {
    documented.responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
      headers: {
        'X-Request-Id': requestIdHeader,
        ...(status === '429' || status === '503' ? { 'Retry-After': retryAfterHeader } : {}),
      },
      content: {
        'application/json': {
          schema: envelopeSchema(codes),
          examples: Object.fromEntries(codes.map((code) => [code, { value: envelopeExample(code) }])),
        },
      },
    };
  }
  if (operation.idempotent) documented.parameters = [...(documented.parameters ?? []), idempotencyParameter];
  addBodyExample(documented, route);
  const security = securityOf(operation);
  if (security) documented.security = security;
  else delete documented.security;
}

function documentSuccess(documented: OpenApiOperation, operation: Operation): void {
  const status = String(operation.status ?? 200);
  const success = Object.entries(documented.responses).find(([code]) => code.startsWith('2'))?.[1];
  const headers: Record<string, unknown> = { 'X-Request-Id': requestIdHeader };
  if (status === '302') headers.Location = { description: 'Address on the content host.', schema: { type: 'string' } };
  if (status === '201') headers.Location = LOCATION;
  documented.responses = {
    [status]: {
      description: { '201': 'Created.', '202': 'Accepted.', '302': 'Go there.' }[status] ?? 'Done.',
      headers,
      ...(status !== '302' && success?.content && { content: contentOf(operation, success.content) }),
    },
  };
  const done = documented.responses[status];
  if (operation.mayBeAccepted && done) {
    documented.responses['202'] = { ...done, description: 'Accepted: the work that this began goes on.' };
  }
  if (operation.mayCreate && done) {
    documented.responses['201'] = { ...done, description: 'Created.', headers: { ...headers, Location: LOCATION } };
  }
}

function contentOf({ streams }: Operation, content: Record<string, unknown>): Record<string, unknown> {
  return streams ? { [streams]: content['application/json'] } : content;
}

/** Every error that an operation can answer with, by status. */
function errorsByStatus(operation: Operation): Map<string, ErrorCode[]> {
  const codes = new Set<ErrorCode>(['validation_failed', 'internal', ...(operation.errors ?? [])]);
  const { access } = operation;
  const add = (...more: ErrorCode[]): void => {
    for (const code of more) codes.add(code);
  };
  if (access !== 'public') add('auth.invalid_token');
  if (access === 'optional_token') add('project.not_found');
  if (access === 'token') add('auth.missing_token');
  if (access === 'session') add('auth.missing_session', 'auth.insufficient_scope');
  if (isPermission(access)) {
    add(permissions[access].scope === null ? 'auth.missing_session' : 'auth.missing_token');
    add('auth.insufficient_scope', 'auth.insufficient_role', 'project.not_found');
    if (waitsForRestorations(access)) add('unavailable');
  }
  if (operation.method !== 'GET') {
    add('payload_too_large', 'unsupported_media_type');
    if (access === 'session' || isPermission(access)) add('auth.origin_not_allowed');
  }
  if (operation.limits?.length) add('rate_limited');
  if (operation.limits?.some((name) => limits[name].outage === 'refuse')) add('unavailable');
  if (operation.idempotent) add('idempotency.in_flight', 'idempotency.key_reused');
  const byStatus = new Map<string, ErrorCode[]>();
  for (const code of codes) {
    const status = String(errors[code].status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Gives the body its example, from the input's schema: the generator drops it with the path parameters. */
function addBodyExample(documented: OpenApiOperation, route: Route): void {
  const [input] = (route.procedure._def as { inputs: readonly unknown[] }).inputs;
  const [example] = input instanceof ZodObject ? (input.meta()?.examples ?? []) : [];
  if (example === undefined) return;
  for (const media of Object.values(documented.requestBody?.content ?? {}))
    media.examples = { example: { value: example } };
}

function securityOf(operation: Operation): Record<string, never[]>[] | null {
  const { access } = operation;
  if (access === 'public' || access === 'optional_token') return null;
  if (access === 'token') return [{ projectToken: [] }];
  if (access === 'session') return [{ session: [] }];
  return permissions[access].scope !== null ? [{ projectToken: [] }, { session: [] }] : [{ session: [] }];
}
