import type { Figure, Goal } from './bench.ts';

/** The value below which a part of the values lies (nearest rank). @throws when there are none */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
  if (value === undefined) throw new Error('There are no values.');
  return value;
}

/** The middle value, or the mean of the two middle ones. @throws when there are none */
export function median(values: readonly number[]): number {
  const upper = percentile(values, (Math.floor(values.length / 2) + 1) / values.length);
  return values.length % 2 === 1 ? upper : (percentile(values, 0.5) + upper) / 2;
}

/** A figure whose value is the median of its rounds. */
export function figure(name: string, unit: string, rounds: readonly number[], goal?: Goal): Figure {
  return { name, unit, value: median(rounds), rounds, ...(goal && { goal }) };
}
