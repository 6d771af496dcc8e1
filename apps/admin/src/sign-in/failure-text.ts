import { type ApiFailure, isOfParts } from '@/api/errors.ts';
import type { AuthFailure } from '@/api/session.ts';
import type { Messages } from '@/i18n/catalog.ts';

/** Why something was refused, in the language that is spoken; the server's own words where there are no better ones. */
export function failureText(failure: ApiFailure | AuthFailure, t: Messages['gate']): string {
  if (failure.status === 0 || failure.status >= 500) return t.unreachable;
  if ('wait' in failure && failure.wait !== null) return t.wait(t.seconds(failure.wait));
  const at = failure.details[0]?.path[0];
  if (at === 'code') return t.failures.wrong_code;
  if (at === 'password' || at === 'currentPassword') return t.failures.wrong_password;
  const known: Readonly<Record<string, string>> = t.failures;
  return known[failure.code] ?? (isOfParts(failure) ? failure.details[0]?.message : null) ?? failure.message;
}
