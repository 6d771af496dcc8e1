import { REFUSAL_REASONS } from '../../platform/error-details.ts';
import { commonErrors, type DeclaredError } from '../../platform/errors.ts';
import { headerRef, inPascalCase, type JsonSchema, type OpenApiDocument, type Reference } from './document-shapes.ts';

const detailSchema = {
  type: 'object',
  required: ['path', 'message'],
  properties: {
    path: { type: 'array', items: { type: ['string', 'integer'] }, description: 'Path in the request.' },
    message: { type: 'string' },
    reason: {
      type: 'string',
      enum: [...REFUSAL_REASONS],
      description: 'Why a value was refused because of another entry or an asset.',
    },
    title: { type: 'string', description: 'Title of that entry, or filename of that asset.' },
    service_status: { type: 'integer', description: 'HTTP status that a translation service answered.' },
  },
};

/** Component schemas of the error envelope. @param codes of all errors */
export function errorSchemas(codes: readonly string[]): Record<string, JsonSchema> {
  return {
    ErrorCode: { type: 'string', enum: codes, description: 'Stable; for programs.' },
    Error: {
      description: 'The body of every error.',
      type: 'object',
      required: ['error'],
      additionalProperties: false,
      properties: {
        error: {
          type: 'object',
          required: ['code', 'message'],
          additionalProperties: false,
          properties: {
            code: { $ref: '#/components/schemas/ErrorCode' },
            message: { type: 'string', description: 'For people; may change.' },
            details: { type: 'array', items: detailSchema, description: 'More about the error, if there is any.' },
          },
        },
      },
      examples: [EXAMPLE],
    },
  };
}

/**
 * The response for these errors of one status, as a component that all operations with the same errors share.
 *
 * @returns a reference to it
 */
export function errorResponse(document: OpenApiDocument, errors: readonly DeclaredError[]): Reference {
  const codes = errors.map(({ name }) => name);
  const name = responseName(codes);
  const waits = errors.some(({ status }) => status === 429 || status === 503);
  document.components.responses ??= {};
  document.components.responses[name] ??= {
    description: errors.map(({ name, message }) => `\`${name}\`: ${message}`).join('\n\n'),
    headers: { 'X-Request-Id': headerRef('RequestId'), ...(waits && { 'Retry-After': headerRef('RetryAfter') }) },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    'x-codes': codes,
  };
  const named = document.components.responses[name]?.['x-codes'];
  if (String(named) !== String(codes)) throw new Error(`${name} is the name of other errors already: ${named}.`);
  return { $ref: `#/components/responses/${name}` };
}

/** `entry.not_found`, `project.not_found` → `EntryOrProjectNotFound`: words that neighbours share are named once. */
function responseName(codes: readonly string[]): string {
  const all = codes.map((code) => code.replace(/^auth\./, '').split(/[._]/));
  const names = all.map((words, index) => {
    const [before = [], after = []] = [all[index - 1], all[index + 1]];
    const start = words.findIndex((word, at) => word !== before[at]);
    const end = words.findLastIndex((word, at) => word !== after[after.length - words.length + at]);
    return inPascalCase(words.slice(start, Math.max(start, end) + 1).join('_'));
  });
  const name = names.join('Or');
  return SHORT_NAMES[name] ?? name;
}

/** Names of the responses that most operations have. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  InsufficientScopeOrRole: 'Forbidden',
  InsufficientScopeOrRoleOrOriginNotAllowed: 'ForbiddenWrite',
};

const EXAMPLE = {
  error: {
    code: commonErrors.validation_failed.name,
    message: commonErrors.validation_failed.message,
    details: [{ path: ['values', 'en', 'title'], message: 'Expected a string.' }],
  },
};
