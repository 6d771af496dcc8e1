import { useEffect, useState } from 'react';

/**
 * The part of the address after the #, which browsers send to no server: null until it's read, empty
 * for none.
 */
export function useSecret(): string | null {
  const [secret, setSecret] = useState<string | null>(null);
  useEffect(() => setSecret(window.location.hash.split('#')[1] ?? ''), []);
  return secret;
}
