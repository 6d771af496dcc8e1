const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** A time span in words, in the largest unit that it fills: `3 hours`. */
export function describeAge(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms >= length) ?? UNITS[3];
  const count = Math.floor(ms / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
