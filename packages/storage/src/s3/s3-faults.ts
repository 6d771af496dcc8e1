import { PreconditionFailedError, RangeNotSatisfiableError, StorageUnavailableError } from '../errors.ts';

/** Whether the object doesn't exist. A missing bucket is another error. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';
}

/** Whether another request was changing the same object, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  return statusOf(error) === 409 && nameOf(error) === 'ConditionalRequestConflict';
}

/** Whether a part is missing, or isn't the one that was named. */
export function isRefusedPart(error: unknown): boolean {
  return statusOf(error) === 400 && ['InvalidPart', 'InvalidPartOrder', 'MalformedXML'].includes(nameOf(error) ?? '');
}

/** Turns an error of the SDK into one of ObjectStorage. */
export function asStorageError(error: unknown, what: string): Error {
  // The SDK attaches the whole response to its errors, including sockets, which don't belong in a log.
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
