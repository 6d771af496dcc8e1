/** System errors that are the machine's fault, whatever the file is. */
const SYSTEM_FAULTS = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'ENOENT', 'ENOTDIR'];

/** Whether an error is the system's, such as a full disk, and says nothing about the file. */
export function isSystemFault(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && SYSTEM_FAULTS.includes(String(error.code));
}

/** Whether a library couldn't get the memory that it asked for. */
export function isMemoryFault(error: unknown): boolean {
  return (
    error instanceof Error &&
    /out of memory|(failed|unable) to allocate|allocation failed|invalid array length/i.test(error.message)
  );
}
