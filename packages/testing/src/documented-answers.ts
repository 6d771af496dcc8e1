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
  readonly response: Pick<Response, 'status' | 'headers'>;
  readonly body: unknown;
}

interface Route {
  readonly route: string;
  readonly pattern: RegExp;
  readonly operations: Readonly<Record<string, Operation>>;
}

type FindValidator = (place: readonly string[]) => ValidateFunction | null;

interface Compiled {
  /** Routes with fewer parameters come first. */
  readonly routes: readonly Route[];
  readonly findValidator: FindValidator;
}

/** By the paths of a document, which apps share. */
const compiled = new WeakMap<object, Compiled>();

/**
 * Fails unless the document describes an answer: its status, its headers, and a schema that the body fits.
 *
 * @returns the operation that gave it; null when none did
 */
export function assertDocumented(document: Record<string, unknown>, answer: Answer): string | null {
  const { method, path, response, body } = answer;
  if (!response.headers.get('x-request-id')) throw new Error(`${method} ${path}: no X-Request-Id`);
  if (method === 'HEAD' || method === 'OPTIONS') return null;
  const known = compiledOf(document);
  const found = findOperation(known, method, path.split('?')[0] ?? '');
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
  const validate = known.findValidator(place);
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

function findOperation({ routes }: Compiled, method: string, path: string) {
  const found = routes.find(({ pattern }) => pattern.test(path));
  const operation = found?.operations[method.toLowerCase()];
  return found && operation ? { route: found.route, operation } : null;
}

function compiledOf({ paths, components }: Record<string, unknown>): Compiled {
  const known = compiled.get(paths as object);
  if (known) return known;
  const routes = Object.entries(paths as Record<string, Route['operations']>).map(([route, operations]) => {
    const pattern = route.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+');
    return { route, pattern: new RegExp(`^${pattern}$`), operations };
  });
  const parameters = ({ route }: Route): number => route.split('{').length;
  const made = {
    routes: routes.sort((a, b) => parameters(a) - parameters(b)),
    findValidator: compile({ paths, components }),
  };
  compiled.set(paths as object, made);
  return made;
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
