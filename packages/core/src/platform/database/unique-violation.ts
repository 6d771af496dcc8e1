import { DatabaseError } from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';

/** Whether an error is the violation of a unique constraint, named as in the database. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (error instanceof DatabaseError) return error.code === '23505' && error.constraint === constraint;
  return isPostgresError(error, '23505') && JSON.stringify(errorFacts(error)).includes(constraint);
}

function isPostgresError(error: unknown, code: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === 'P2002' || JSON.stringify(errorFacts(error)).includes(code);
}

function errorFacts(error: unknown): unknown {
  return error instanceof Prisma.PrismaClientKnownRequestError ? [error.meta, error.message] : [];
}
