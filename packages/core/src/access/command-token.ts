import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../platform/errors.ts';

/** A command of `stele-server` that asks the running API for what only its process can do. */
type AskingCommand = 'backup' | 'doctor';

/** The Bearer token of such a command: anyone who knows the secret of the sessions can make it. */
export function commandToken(authSecret: string, command: AskingCommand): string {
  return createHmac('sha256', authSecret).update(`stele-server ${command}`).digest('hex');
}

/** @throws ApiError `auth.invalid_token`, `method_not_allowed` */
export function assertCommand(
  request: Request,
  { authSecret, command, method }: { authSecret: string; command: AskingCommand; method: 'GET' | 'POST' },
): void {
  const expected = Buffer.from(`Bearer ${commandToken(authSecret, command)}`);
  const given = Buffer.from(request.headers.get('authorization') ?? '');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new ApiError('auth.invalid_token');
  if (request.method !== method) throw new ApiError('method_not_allowed', { headers: { allow: method } });
}
