import { type AuthAnswer, askAuth } from '@/api/session.ts';

/** Whether this browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function';
}

/** Lets the browser ask for a passkey, and signs in with it. @returns null when none was chosen */
export async function signInWithPasskey(): Promise<AuthAnswer<unknown> | null> {
  const options = await askAuth('passkeys/sign-in-options', {});
  if (!options.ok) return options;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const response = await startAuthentication({ optionsJSON: options.body }).catch(() => null);
  return response ? askAuth('passkeys/sign-in', { response }) : null;
}
