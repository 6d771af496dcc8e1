declare module 'fs-native-extensions' {
  /**
   * Locks `length` bytes from `offset` of an open file against every other open file description, of this process or
   * another. False when another holds them.
   * @throws when the file system can't lock.
   */
  export function tryLock(fd: number, offset: number, length: number): boolean;
  /** Like `tryLock`, but resolves once the bytes are free. */
  export function waitForLock(fd: number, offset: number, length: number): Promise<void>;
  export function unlock(fd: number, offset: number, length: number): void;
}
