import { DatabaseError } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';

/** Whether an error is the violation of a unique constraint, named as in the database. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (error instanceof DatabaseError) return error.code === '23505' && error.constraint === constraint;
  const cause = prismaCauseOf(error);
  return cause?.kind === 'UniqueConstraintViolation' && cause.constraint?.index === constraint;
}

/** The reason why the database refused a statement that Prisma ran; undefined for other errors. */
export function prismaCauseOf(
  error: unknown,
): { readonly kind?: string; readonly constraint?: { readonly index?: string } } | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  // The adapter puts the error of `pg` here, for Prisma's own statements and for raw ones.
  return (error.meta?.driverAdapterError as { cause?: { kind?: string } } | undefined)?.cause;
}
