import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Disk errors after which PostgreSQL would restart. In this process it can't, and would never answer again. */
const FATAL_CODES = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'];

/** The part of Emscripten's file access that is used here. */
interface RealFiles {
  convertNodeCode(error: NodeJS.ErrnoException): number;
  tryFSOperation(work: () => void): void;
  realPath(node: unknown): string;
  /** Operations on open files and folders. Without `fsync`, syncing them does nothing. */
  stream_ops: { fsync?(stream: { readonly nfd?: number; readonly node: unknown }): number };
}

/**
 * The files of a PGlite. Writes that the database syncs survive a power cut: Emscripten's own files ignore syncs. A disk error
 * ends the process with a message, so that its supervisor restarts it. The database's write-ahead log then restores all commits.
 */
export class GuardedFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const guard = (module: object): void => {
      const { NODEFS: files } = module as { NODEFS: RealFiles };
      const convert = files.convertNodeCode;
      files.convertNodeCode = (error) => {
        if (FATAL_CODES.includes(error.code ?? '')) endProcess(this.rootDir, error);
        return convert.call(files, error);
      };
      files.stream_ops.fsync = ({ nfd, node }) => {
        files.tryFSOperation(() => (nfd === undefined ? syncFolder(files.realPath(node)) : fsyncSync(nfd)));
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), guard] } };
  }
}

/** Windows has no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function endProcess(folder: string, { message }: Error): never {
  try {
    writeSync(2, `The disk refused a write of the database in ${folder}, so this process ends: ${message}\n`);
  } catch {
    // The log may be on the same disk.
  }
  process.exit(1);
}
