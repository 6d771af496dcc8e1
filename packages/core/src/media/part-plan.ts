/** A file that is larger than this may be sent in parts. */
export const PARTS_ABOVE = 100_000_000;

const MIB = 1024 * 1024;
const SMALLEST_PART = 16 * MIB;
/** With more parts, answers would be long; with fewer, more bytes would be sent again after an error. */
const MOST_PARTS = 64;

/** A part of a file. */
export interface PlannedPart {
  readonly partNumber: number;
  /** Where it begins in the file. */
  readonly offset: number;
  readonly bytes: number;
}

/** The parts of a file. All but the last have the same size, a whole number of MiB. */
export function planParts(bytes: number): PlannedPart[] {
  const size = Math.max(SMALLEST_PART, Math.ceil(bytes / MOST_PARTS / MIB) * MIB);
  return Array.from({ length: Math.ceil(bytes / size) }, (_, n) => ({
    partNumber: n + 1,
    offset: n * size,
    bytes: Math.min(size, bytes - n * size),
  }));
}
