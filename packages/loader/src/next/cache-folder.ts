import { accessSync, constants, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Kept from one build to the next wherever builds of Next.js are. */
const USUAL = path.join('.next', 'cache', 'stele');

/** The folder for content, unless another one is given; a temporary one where the program's own can't be written to. */
export function cacheFolder(): string {
  try {
    mkdirSync(USUAL, { recursive: true });
    accessSync(USUAL, constants.W_OK);
    return USUAL;
  } catch {
    return path.join(tmpdir(), 'stele-next');
  }
}
