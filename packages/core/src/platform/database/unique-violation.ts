import { DatabaseError } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';

/** Whether an error is the violation of a unique constraint, named as in the database. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (error instanceof DatabaseError) return error.code === '23505' && error.constraint === constraint;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // The adapter puts the error of `pg` here, for Prisma's own statements and for raw ones.
  const known = error.meta?.driverAdapterError as
    | { cause?: { kind?: string; constraint?: { index?: string } } }
    | undefined;
  return known?.cause?.kind === 'UniqueConstraintViolation' && known.cause.constraint?.index === constraint;
}
