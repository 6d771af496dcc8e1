import { createHmac } from 'node:crypto';
import { makeOperator } from '../../access/operator.store.ts';
import { hashSecret } from '../../access/token-secret.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { execute, type Queryable, sql } from '../../platform/database/sql.ts';

/** Letters and digits that look different. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes sure that an instance without an owner has a set-up code.
 *
 * @param chosen a code that the operator chose; by default it's derived from the secret, so that all processes show the same
 *   code, also after a restart
 * @returns the code to show to the operator, or null when the instance has its owner
 */
export async function prepareSetup(
  pool: Queryable,
  { chosen, secret }: { readonly chosen?: string | undefined; readonly secret: string },
): Promise<string | null> {
  const completed = await execute(pool, sql`SELECT 1 FROM instance WHERE id = 1 AND completed_at IS NOT NULL`);
  if (completed > 0) return null;
  const code = chosen ?? deriveSetupCode(secret);
  const made = sql`INSERT INTO instance (id, setup_code_hash) VALUES (1, ${hashSecret(code)})
    ON CONFLICT (id) DO UPDATE SET setup_code_hash = excluded.setup_code_hash`;
  await execute(pool, made);
  return code;
}

/** Records that the instance has its owner, who is its first operator. */
export async function completeSetup(prisma: PrismaClient, ownerId: string, completedAt: Date): Promise<void> {
  await makeOperator(prisma, ownerId, completedAt);
  await prisma.instance.update({ where: { id: 1 }, data: { ownerId, completedAt } });
}

/** A typed code in its printed form. It may be typed in any case, and with any or no dashes and spaces. */
export function printedForm(typed: string): string {
  return group(typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase());
}

function deriveSetupCode(secret: string): string {
  const bytes = createHmac('sha256', secret).update('set-up code').digest();
  const letters = Array.from({ length: 12 }, (_, place) => ALPHABET[bytes.readUInt16BE(2 * place) % ALPHABET.length]);
  return group(letters.join(''));
}

function group(letters: string): string {
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
