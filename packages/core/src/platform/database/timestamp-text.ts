/** A timestamp as PostgreSQL writes it. */
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/;

/** Whether a string is a valid timestamp as PostgreSQL writes it. */
export function isTimestamp(text: string): boolean {
  const day = TIMESTAMP.exec(text)?.[1] ?? '';
  const date = new Date(`${day}T00:00:00Z`);
  return !day.startsWith('0000') && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
