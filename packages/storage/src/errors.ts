/** Storage can't be used now: network fault, time-out, 5xx, full or missing disk. Trying again later may work. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}

/**
 * A conditional put found another object than it asked for, or one where it asked for none.
 *
 * Over a network it may also mean that the put itself succeeded and its answer was lost: read again before deciding.
 */
export class PreconditionFailedError extends Error {
  override readonly name = 'PreconditionFailedError';
}

/** A key or prefix that no driver accepts; see `assertValidKey`. A fault of the caller, never of the storage. */
export class InvalidKeyError extends Error {
  override readonly name = 'InvalidKeyError';
}

/** A byte range that begins after the end of the object. */
export class RangeNotSatisfiableError extends Error {
  override readonly name = 'RangeNotSatisfiableError';
}

/** A streamed upload that isn't as long as was declared. Nothing was stored. */
export class UploadLengthError extends Error {
  override readonly name = 'UploadLengthError';
  readonly excess: boolean;

  /** @param excess true when more bytes came than declared, false when fewer did */
  constructor(message: string, excess: boolean) {
    super(message);
    this.excess = excess;
  }
}

/** Something was sent to an upload that is complete, aborted, or never was. Nothing was stored. */
export class UploadGoneError extends Error {
  override readonly name = 'UploadGoneError';
}

/** A storage setting that is missing or wrong. The message is one sentence that names the variable. */
export class StorageSettingsError extends Error {
  override readonly name = 'StorageSettingsError';
}
