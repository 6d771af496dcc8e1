import type { GateWords } from '#messages/gate';
import { type ApiFailure, isOfParts } from '@/api/errors.ts';
import type { AuthFailure } from '@/api/session.ts';

/** Why something was refused, in the language that is spoken. */
export function failureText(failure: ApiFailure | AuthFailure, t: GateWords): string {
  if (failure.status === 0 || failure.status >= 500) return t.unreachable;
  if ('wait' in failure && failure.wait !== null) return t.wait({ seconds: t.seconds({ count: failure.wait }) });
  const at = failure.details[0]?.path[0];
  if (at === 'code') return t.failures.wrong_code;
  if (at === 'password' || at === 'currentPassword') return t.failures.wrong_password;
  return (failure.code === 'validation_failed' && isOfParts(failure) && failure.details[0]?.message) || failure.message;
}
