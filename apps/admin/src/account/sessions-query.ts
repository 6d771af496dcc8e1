import type { AuthAnswer, AuthRead } from '@/api/session.ts';

/** A session, passkey or link to a provider of one's own. */
export type Own<Path extends 'sessions' | 'passkeys' | 'provider/links'> =
  AuthRead<Path> extends { readonly data: readonly (infer Item)[] } ? Item : never;

export const SESSIONS_KEY = ['account', 'sessions'] as const;
export const PASSKEYS_KEY = ['account', 'passkeys'] as const;
export const LINKS_KEY = ['account', 'links'] as const;

/** The items of a list of one's own. @throws Error when it's refused */
export async function readOwn<Item>(
  asked: Promise<AuthAnswer<{ readonly data: readonly Item[] }>>,
): Promise<readonly Item[]> {
  const answer = await asked;
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.body.data;
}
