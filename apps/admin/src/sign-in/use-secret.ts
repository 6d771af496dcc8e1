import { useEffect, useState } from 'react';

/**
 * What stands behind the #, which browsers send to no server, on the way through sign-in too: null until it's read, empty
 * for none.
 */
export function useSecret(): string | null {
  const [secret, setSecret] = useState<string | null>(null);
  useEffect(() => setSecret(window.location.hash.split('#')[1] ?? ''), []);
  return secret;
}
