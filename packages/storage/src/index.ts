export { attachmentOf } from './content-disposition.ts';
export { createDiskStorage, openStorage } from './create-storage.ts';
export { DiskSpace } from './disk/disk-space.ts';
export { type DiskOptions, DiskStorage } from './disk/disk-storage.ts';
export type { UploadDeclaration } from './disk/write-file.ts';
export {
  DamagedObjectError,
  InvalidKeyError,
  PreconditionFailedError,
  RangeNotSatisfiableError,
  StorageSettingsError,
  StorageUnavailableError,
  UploadGoneError,
  UploadLengthError,
} from './errors.ts';
export { ImmutableBatches } from './immutable-batches.ts';
export type { MultipartUpload, MultipartUploads, PresignPartOptions, UploadPart } from './multipart.ts';
export type {
  ByteRange,
  ImmutableObject,
  ObjectInfo,
  ObjectListing,
  ObjectStorage,
  PresignedGet,
  PresignedPut,
  PresignGetOptions,
  PresignPutOptions,
  PutOptions,
} from './object-storage.ts';
export { observeStorage } from './observe-storage.ts';
export { SequencedFiles } from './sequenced-files.ts';
export {
  type DiskDefaults,
  type DiskSettings,
  diskReserveFromEnv,
  parseByteCount,
  type S3Settings,
  STORAGE_SETTINGS,
  type StorageSettings,
  storageSettingsFromEnv,
} from './settings.ts';
export { DOWNLOAD_PATH, type SignedDownload, signDownload, verifySignedDownload } from './signed-download.ts';
export { type SignedUpload, signPart, signUpload, UPLOAD_PATH, verifySignedUpload } from './signed-upload.ts';
export { loadUploadKey } from './upload-key.ts';
export { assertValidKey } from './validate.ts';
