/** Times from one on and before another, in ms since the epoch; null for no bound. */
export interface Instants {
  readonly from: number | null;
  readonly until: number | null;
}

const WRITTEN = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?)?)?$/;
/** The first and last times that four digits for a year can write, and the database holds. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The times that a year, a month, a day or a time stands for; in UTC, unless a time has an offset. A time is a millisecond.
 *
 * @returns null for what is none of these
 */
export function instantsOf(text: string): { readonly from: number; readonly until: number } | null {
  const [, year, month, day, time, offset = 'Z'] = WRITTEN.exec(text) ?? [];
  if (year === undefined) return null;
  const from = Date.parse(`${year}-${month ?? '01'}-${day ?? '01'}T${time ?? '00:00'}${offset}`);
  if (Number.isNaN(from)) return null;
  const end = new Date(from);
  if (time !== undefined) end.setTime(from + 1);
  else if (day !== undefined) end.setUTCDate(end.getUTCDate() + 1);
  else if (month !== undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  return { from, until: end.getTime() };
}

/** As a time that the database reads; the first or last one for what it can't hold. */
export function toDatabaseTime(instant: number): string {
  return new Date(Math.min(Math.max(instant, FIRST), LAST)).toISOString();
}

/** The days of times, in UTC: as `2026-11-30`, '' for no bound. Both are included. */
export function daysOf({ from, until }: Instants): readonly [first: string, last: string] {
  const dayOf = (instant: number): string => toDatabaseTime(instant).slice(0, 10);
  return [from === null ? '' : dayOf(from), until === null ? '' : dayOf(until - 1)];
}

/** Whether times begin and end with a day. */
export function areWholeDays({ from, until }: Instants): boolean {
  return [from, until].every((bound) => bound === null || bound % 86_400_000 === 0);
}
