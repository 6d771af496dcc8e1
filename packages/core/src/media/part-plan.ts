/** A file that is larger than this may be sent in parts. */
export const PARTS_ABOVE = 100_000_000;

const MIB = 1024 * 1024;
const SMALLEST_PART = 16 * MIB;
/** More of them would make answers long, and fewer would have more to send again. */
const MOST_PARTS = 64;

/** A part of a file. */
export interface PlannedPart {
  readonly partNumber: number;
  /** Where in the file it begins. */
  readonly offset: number;
  readonly bytes: number;
}

/** The parts that a file of so many bytes is sent in: all of one size, a whole number of MiB, but the last one. */
export function planParts(bytes: number): PlannedPart[] {
  const size = Math.max(SMALLEST_PART, Math.ceil(bytes / MOST_PARTS / MIB) * MIB);
  return Array.from({ length: Math.ceil(bytes / size) }, (_, n) => ({
    partNumber: n + 1,
    offset: n * size,
    bytes: Math.min(size, bytes - n * size),
  }));
}
