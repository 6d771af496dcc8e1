import type { PointerMirrors } from '../../publishing/pointer-mirrors.ts';
import type { JobHandler } from '../handler.ts';

/** Writes pointer mirrors that are behind, because a process was killed or storage was down. */
export function mirrorPointers(mirrors: PointerMirrors): JobHandler {
  return { kind: 'mirror-pointers', everyMs: 15_000, run: () => mirrors.reconcile() };
}
