import { StorageUnavailableError } from '../errors.ts';

/** Runs disk work. An error of the operating system becomes StorageUnavailableError; other errors are thrown as they are. */
export async function unavailableOnFault<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asUnavailable(error);
  }
}

export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new StorageUnavailableError(`The disk refused: ${error.message}`, { cause: error });
}

/** Whether an error says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
}

/** The result of work on a file, or another value when there is no such file. */
export async function orWhenMissing<Found, Otherwise>(
  work: Promise<Found>,
  otherwise: Otherwise,
): Promise<Found | Otherwise> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}
