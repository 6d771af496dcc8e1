import { type ErrorCode, errors } from '../../platform/errors.ts';

const detailSchema = {
  type: 'object',
  required: ['path', 'message'],
  properties: {
    path: { type: 'array', items: { type: ['string', 'integer'] }, description: 'Where in the request.' },
    message: { type: 'string' },
  },
};

/** Component schemas of the error envelope: one in general, and one for each status with its codes. */
export function errorSchemas(): Record<string, unknown> {
  return { Error: envelopeSchema(Object.keys(errors) as ErrorCode[]) };
}

/** The envelope with the codes that may stand in it. */
export function envelopeSchema(codes: readonly ErrorCode[]): Record<string, unknown> {
  return {
    type: 'object',
    required: ['error'],
    additionalProperties: false,
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        additionalProperties: false,
        properties: {
          code: { type: 'string', enum: codes, description: 'Stable; for programs.' },
          message: { type: 'string', description: 'For people; may change.' },
          details: { type: 'array', items: detailSchema, description: 'Present when there is more to say.' },
        },
      },
    },
  };
}

/** An example of the envelope. */
export function envelopeExample(code: ErrorCode): Record<string, unknown> {
  const details =
    code === 'validation_failed'
      ? { details: [{ path: ['values', 'en', 'title'], message: 'Expected a string.' }] }
      : {};
  return { error: { code, message: errors[code].message, ...details } };
}
