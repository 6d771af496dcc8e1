/** Errors of the system that don't depend on the file. */
const SYSTEM_FAULTS = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'ENOENT', 'ENOTDIR'];

/** Whether an error is one of the system, such as a full disk, not of the file. */
export function isSystemFault(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && SYSTEM_FAULTS.includes(String(error.code));
}

/** Whether a library ran out of memory. */
export function isMemoryFault(error: unknown): boolean {
  return (
    error instanceof Error &&
    /out of memory|(failed|unable) to allocate|allocation failed|invalid array length/i.test(error.message)
  );
}
