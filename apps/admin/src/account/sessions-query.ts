import { askAuth } from '@/api/session.ts';

/** Where one is signed in. */
export interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly used_at: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

/** A passkey of one's own. */
export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string | null;
}

/** A provider that one's account is linked to. */
export interface OwnLink {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

export const SESSIONS_KEY = ['account', 'sessions'] as const;
export const PASSKEYS_KEY = ['account', 'passkeys'] as const;
export const LINKS_KEY = ['account', 'links'] as const;

/** Reads a list of one's own. @throws Error when it's refused */
export async function readOwn<Item>(path: 'sessions' | 'passkeys' | 'provider/links'): Promise<readonly Item[]> {
  const answer = await askAuth<{ data: Item[] }>(path);
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.body.data;
}
