import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { RunningServices } from '../../src/server/start-services.ts';

/** The least that scrypt takes: some microseconds, where better-auth's own hashes take a tenth of a second. */
const COST = { N: 2, r: 1, p: 1 };

const derive = (password: string, salt: string): Buffer => scryptSync(password.normalize('NFKC'), salt, 32, COST);

/** Makes an app hash passwords quickly. The real hashes are tested on whole instances (e2e). */
export async function usePasswordsQuickly({ auth }: Pick<RunningServices, 'auth'>): Promise<void> {
  const context = await (await auth()).$context;
  Object.assign(context.password, {
    async hash(password: string) {
      const salt = randomBytes(16).toString('hex');
      return `${salt}:${derive(password, salt).toString('hex')}`;
    },
    async verify({ hash, password }: { hash: string; password: string }) {
      const [salt = '', key = ''] = hash.split(':');
      return timingSafeEqual(derive(password, salt), Buffer.from(key, 'hex'));
    },
  });
}
