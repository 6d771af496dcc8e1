const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const DAYS_OF_WEEK = 7;

/** The month of an address; that of a day where it has none, or names none. */
export function monthOf(text: string | null, today: string): string {
  return text && MONTH.test(text) ? text : today.slice(0, 7);
}

/** The month that comes some months later, or earlier. */
export function laterMonth(month: string, months: number): string {
  const [year = 0, at = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, at - 1 + months)).toISOString().slice(0, 7);
}

/** The day that comes some days later, or earlier. */
export function laterDay(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The days of a month, and those around it that fill its first and last week; weeks begin on Monday. */
export function daysOf(month: string): readonly string[] {
  const first = `${month}-01`;
  const weekday = (new Date(first).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  const length = Number(laterDay(`${laterMonth(month, 1)}-01`, -1).slice(8));
  const count = Math.ceil((weekday + length) / DAYS_OF_WEEK) * DAYS_OF_WEEK;
  return Array.from({ length: count }, (_, index) => laterDay(first, index - weekday));
}

/** The day of a value of a field, where the browser is; null for a value without one. */
export function dayOf(type: string, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (type === 'date') return value;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return null;
  return new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())).toISOString().slice(0, 10);
}

/** A value of a field on another day, at the same time of day where the browser is. */
export function onDay(type: string, value: string, day: string): string {
  if (type === 'date') return day;
  const at = new Date(value);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  at.setFullYear(year, month - 1, date);
  return at.toISOString();
}
