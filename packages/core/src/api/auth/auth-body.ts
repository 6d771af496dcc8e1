import { z } from 'zod';
import { emailSchema, MAX_PASSWORD_LENGTH, passwordSchema, personNameSchema } from '../../access/person.schemas.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { limitBody } from '../rest/limit-body.ts';

/** Bodies below /auth hold at most this many bytes. */
const MAX_AUTH_BODY_BYTES = 16 * 1024;

const knownPassword = z.string().min(1).max(MAX_PASSWORD_LENGTH);

/** Fields that better-auth knows and Stele doesn't use are left out, whatever they hold. */
export const signInInput = z.object({
  email: emailSchema,
  password: knownPassword,
  rememberMe: z.boolean().optional(),
});
export const updateUserInput = z.object({ name: personNameSchema });
export const changePasswordInput = z.object({ currentPassword: knownPassword, newPassword: passwordSchema });

/**
 * Reads and checks the JSON body of a request below /auth.
 *
 * @throws ApiError `payload_too_large`, `unsupported_media_type`, `validation_failed`
 */
export async function readAuthBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const limited = limitBody(request, MAX_AUTH_BODY_BYTES);
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new ApiError('unsupported_media_type');
  }
  const text = await limited.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid([], 'The body is not valid JSON.');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ApiError('validation_failed', {
    details: parsed.error.issues.map(({ path, message }) => ({ path: path.map((part) => String(part)), message })),
  });
}
