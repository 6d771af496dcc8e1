import type { PrismaClient } from './generated/prisma/client.ts';

/** Removes kept answers whose time is over. @returns how many there were */
export async function deleteExpiredAnswers(prisma: PrismaClient, now: Date): Promise<number> {
  const { count } = await prisma.idempotencyRecord.deleteMany({ where: { expiresAt: { lte: now } } });
  return count;
}
