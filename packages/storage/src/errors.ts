/** Storage can't be used: network error, timeout, 5xx, full or missing disk. Trying again later may work. */
export class StorageUnavailableError extends Error {
  override readonly name: string = 'StorageUnavailableError';
}

/** The stored object itself is cut off or overwritten: trying again doesn't help. */
export class DamagedObjectError extends StorageUnavailableError {
  override readonly name = 'DamagedObjectError';
}

/**
 * The condition of a put didn't hold: the object is another one, or it exists although it shouldn't.
 *
 * Over a network, it may also mean that the put succeeded and its answer was lost. So read the object before you decide.
 */
export class PreconditionFailedError extends Error {
  override readonly name = 'PreconditionFailedError';
}

/** A key or prefix that no driver accepts; see `assertValidKey`. An error of the caller, never of the storage. */
export class InvalidKeyError extends Error {
  override readonly name = 'InvalidKeyError';
}

/** A byte range that begins after the end of the object. */
export class RangeNotSatisfiableError extends Error {
  override readonly name = 'RangeNotSatisfiableError';
}

/** An upload isn't as long as declared. Nothing was stored. */
export class UploadLengthError extends Error {
  override readonly name = 'UploadLengthError';
  readonly excess: boolean;

  /** @param excess true when more bytes arrived than declared, false when fewer did */
  constructor(message: string, excess: boolean) {
    super(message);
    this.excess = excess;
  }
}

/** The upload is complete, aborted, or never existed. Nothing was stored. */
export class UploadGoneError extends Error {
  override readonly name = 'UploadGoneError';
}

/** A storage setting is missing or wrong. The message is a sentence that names the variable. */
export class StorageSettingsError extends Error {
  override readonly name = 'StorageSettingsError';
}
