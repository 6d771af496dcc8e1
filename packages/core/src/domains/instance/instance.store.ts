import { randomInt } from 'node:crypto';
import { hashSecret } from '../../auth/token-secret.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';

/** Letters and digits that nobody mistakes for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes sure that an instance without an owner has a set-up code.
 *
 * @param chosen a code that the operator chose; without it a new one is made at each start
 * @returns the code to show to the operator, or null when the instance has its owner
 */
export async function prepareSetup(prisma: PrismaClient, chosen: string | undefined): Promise<string | null> {
  const instance = await prisma.instance.findUnique({ where: { id: 1 } });
  if (instance?.completedAt) return null;
  const code = chosen ?? newSetupCode();
  const setupCodeHash = hashSecret(code);
  await prisma.instance.upsert({ where: { id: 1 }, create: { id: 1, setupCodeHash }, update: { setupCodeHash } });
  return code;
}

/** Puts on record that the instance has its owner. */
export async function completeSetup(prisma: PrismaClient, ownerId: string, completedAt: Date): Promise<void> {
  await prisma.instance.update({ where: { id: 1 }, data: { ownerId, completedAt } });
}

function newSetupCode(): string {
  const letters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
