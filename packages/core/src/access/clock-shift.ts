import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * A client for a library that compares stored times with the clock of its machine. All times that it writes, asks for and reads are
 * moved by as much as that clock is ahead or behind. So rows have times of the given clock, and expire by it, whatever the
 * machine's clock says.
 */
export function byClock(prisma: PrismaClient, clock: Clock): PrismaClient {
  const extended = prisma.$extends(
    Prisma.defineExtension({
      query: {
        async $allOperations({ args, query }) {
          const ahead = clock.now().getTime() - Date.now();
          return moved(await query(moved(args, ahead)), -ahead);
        },
      },
    }),
  );
  // The extended client has the same models and operations; only its type differs.
  return extended as unknown as PrismaClient;
}

/** A value with all times in it moved. */
function moved<Value>(value: Value, ms: number): Value {
  return move(value, ms) as Value;
}

function move(value: unknown, ms: number): unknown {
  if (value instanceof Date) return new Date(value.getTime() + ms);
  if (Array.isArray(value)) return value.map((one) => move(one, ms));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, move(one, ms)]));
}
