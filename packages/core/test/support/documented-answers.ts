import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Documented {
  readonly content?: Record<string, { readonly schema: object }>;
  readonly 'x-codes'?: readonly string[];
}

interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, Documented & { readonly $ref?: string }>;
}

interface Answer {
  readonly method: string;
  readonly path: string;
  readonly response: Response;
  readonly body: unknown;
}

type FindValidator = (place: readonly string[]) => ValidateFunction | null;

/** By document, and by its text: apps differ in their address only. */
const compiled = new WeakMap<object, FindValidator>();
const compiledByText = new Map<string, FindValidator>();

/**
 * Fails unless the document describes an answer: its status, its headers, and a schema that the body fits.
 *
 * @returns the operation that gave it; null when none did
 */
export function assertDocumented(document: Record<string, unknown>, answer: Answer): string | null {
  const { method, path, response, body } = answer;
  if (!response.headers.get('x-request-id')) throw new Error(`${method} ${path}: no X-Request-Id`);
  if (method === 'HEAD' || method === 'OPTIONS') return null;
  const found = findOperation(document, method, path.split('?')[0] ?? '');
  if (!found) {
    if (response.status !== 404 && response.status !== 405) throw new Error(`${method} ${path}: not in the document`);
    return null;
  }
  const { route, operation } = found;
  const status = String(response.status);
  const shared = operation.responses[status]?.$ref;
  const documented = shared === undefined ? operation.responses[status] : sharedResponse(document, shared);
  if (!documented) throw new Error(`${operation.operationId}: the document has no ${status} (${JSON.stringify(body)})`);
  if (!documented.content) {
    if (body !== null) throw new Error(`${operation.operationId}: ${status} has a body, which is not documented`);
    return operation.operationId;
  }
  const place = shared?.slice(2).split('/') ?? ['paths', route, method.toLowerCase(), 'responses', status];
  const validate = validatorOf(document)(place);
  if (!validate?.(body)) {
    throw new Error(`${operation.operationId}: ${status} is not as documented: ${JSON.stringify(validate?.errors)}`);
  }
  const code = (body as { error?: { code?: string } }).error?.code ?? '';
  if (documented['x-codes'] && !documented['x-codes'].includes(code)) {
    throw new Error(`${operation.operationId}: ${status} is ${code}, which is not documented`);
  }
  return operation.operationId;
}

function sharedResponse(document: Record<string, unknown>, ref: string): Documented | undefined {
  const { responses } = document.components as { responses: Record<string, Documented> };
  return responses[ref.slice(ref.lastIndexOf('/') + 1)];
}

function findOperation(document: Record<string, unknown>, method: string, path: string) {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const matches = Object.keys(paths).filter((route) => {
    const pattern = route.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path);
  });
  const route = matches.sort((a, b) => parameters(a) - parameters(b))[0];
  const operation = route === undefined ? undefined : paths[route]?.[method.toLowerCase()];
  return route !== undefined && operation ? { route, operation } : null;
}

const parameters = (route: string): number => route.split('{').length;

function validatorOf(document: Record<string, unknown>): FindValidator {
  const known = compiled.get(document);
  if (known) return known;
  const { paths, components } = document;
  const text = JSON.stringify({ paths, components });
  const find = compiledByText.get(text) ?? compile({ paths, components });
  compiledByText.set(text, find);
  compiled.set(document, find);
  return find;
}

function compile(document: object): FindValidator {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const validators = new Map<string, ValidateFunction | null>();
  const pointerPart = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return (place) => {
    const pointer = [...place, 'content', 'application/json', 'schema'];
    const ref = `document#/${pointer.map(pointerPart).join('/')}`;
    const cached = validators.get(ref);
    if (cached !== undefined) return cached;
    const validate = ajv.compile({ $ref: ref });
    validators.set(ref, validate);
    return validate;
  };
}
