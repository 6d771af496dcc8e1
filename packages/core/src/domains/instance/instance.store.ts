import { createHmac } from 'node:crypto';
import { makeOperator } from '../../access/operator.store.ts';
import { hashSecret } from '../../access/token-secret.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';

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
  prisma: PrismaClient,
  { chosen, secret }: { readonly chosen?: string | undefined; readonly secret: string },
): Promise<string | null> {
  const instance = await prisma.instance.findUnique({ where: { id: 1 } });
  if (instance?.completedAt) return null;
  const code = chosen ?? deriveSetupCode(secret);
  const setupCodeHash = hashSecret(code);
  await prisma.instance.upsert({ where: { id: 1 }, create: { id: 1, setupCodeHash }, update: { setupCodeHash } });
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
