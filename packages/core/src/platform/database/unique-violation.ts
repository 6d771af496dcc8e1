import { DatabaseError } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';

/** Whether an error is the violation of a unique constraint, named as in the database. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (error instanceof DatabaseError) return error.code === '23505' && error.constraint === constraint;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // Where the adapter puts what `pg` said, both of Prisma's own statements and of raw ones.
  const told = error.meta?.driverAdapterError as
    | { cause?: { kind?: string; constraint?: { index?: string } } }
    | undefined;
  return told?.cause?.kind === 'UniqueConstraintViolation' && told.cause.constraint?.index === constraint;
}
