import { PreconditionFailedError, RangeNotSatisfiableError, StorageUnavailableError } from '../errors.ts';

/** The answer says that the object isn't there. A missing bucket is a fault, not an absent object. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';
}

/** Another request was changing the same object: the same request may succeed when it's made again. */
export function isConflict(error: unknown): boolean {
  return statusOf(error) === 409 && nameOf(error) === 'ConditionalRequestConflict';
}

/** The answer says that a part isn't there, or isn't the one that was named. */
export function isRefusedPart(error: unknown): boolean {
  return statusOf(error) === 400 && ['InvalidPart', 'InvalidPartOrder', 'MalformedXML'].includes(nameOf(error) ?? '');
}

/** A fault of the SDK as an error of ObjectStorage. */
export function asStorageError(error: unknown, what: string): Error {
  // The SDK hangs the whole answer on its errors, sockets included, which no log should hold.
  if (error instanceof Error) Reflect.deleteProperty(error, '$response');
  if (error instanceof PreconditionFailedError) return error;
  const status = statusOf(error);
  if (status === 412) return new PreconditionFailedError(`The condition of ${what} didn't hold.`, { cause: error });
  if (status === 416)
    return new RangeNotSatisfiableError(`The range of ${what} is outside the object.`, { cause: error });
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new StorageUnavailableError(`The object storage failed at ${what} (${reason}).`, { cause: error });
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

function nameOf(error: unknown): string | undefined {
  return (error as { name?: string } | null)?.name;
}
