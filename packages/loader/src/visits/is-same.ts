import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same. Takes the same time whatever is given: all digests have one length. */
export function isSame(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
