import { checkValue } from '@stele/schema';

/** A date as front matter writes it. */
interface WrittenDate {
  /** As 2026-11-21; perhaps a day that no calendar has. */
  readonly day: string;
  /** The time behind it, with its offset from UTC if it names one; null when there's none. */
  readonly time: string | null;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?<year>\\d{4})';
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,? )?';
const OFFSET = '(?:Z|UTC|(?:GMT|UTC)?[+-]\\d{2}:?\\d{2}|GMT|[ECMP][SD]T)(?: \\([^)]*\\))?';
const TIME = `(?:(?:T|,? )(?<time>\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[ap]m)?(?: ?${OFFSET})?))?`;

const FORMS = [
  `${YEAR}([-/])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})`,
  // As JavaScript reads it, and so a site did.
  `(?<month>\\d{1,2})/(?<day>\\d{1,2})/${YEAR}`,
  `${WEEKDAY}${MONTH}[ -]${DAY}(?:,? |-)${YEAR}`,
  `${WEEKDAY}${DAY}[ -]${MONTH}(?:,? |-)${YEAR}`,
].map((form) => new RegExp(`^${form}${TIME}$`, 'i'));

/**
 * Reads a date of front matter, perhaps with a time: `2026-11-21`, `Nov 21 2026`, `21 November 2026 09:30`. JavaScript's own
 * reader takes words that it doesn't know for parts of a date, and moves a day that doesn't exist into the next month.
 *
 * @returns null when it's written in no such way
 */
export function readDate(text: string): WrittenDate | null {
  const clean = text.trim().replaceAll(/\s+/g, ' ');
  for (const form of FORMS) {
    const { year = '', month = '', day = '', time = null } = form.exec(clean)?.groups ?? {};
    if (year === '') continue;
    const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
    const number = named === -1 ? month : String(named + 1);
    return { day: `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`, time };
  }
  return null;
}

/** The moment of a date in ISO 8601: a day's first one, and a time without an offset, are in UTC. @returns null when there's no such time */
export function momentOf({ day, time }: WrittenDate): string | null {
  const zone = time === null || new RegExp(`${OFFSET}$`, 'i').test(time) ? '' : ' UTC';
  // JavaScript's reader wants spaces around am and pm.
  const spaced = time?.replace(/(\d) ?([ap]m)/i, '$1 $2 ');
  const at = Date.parse(spaced === undefined ? `${day}T00:00Z` : `${day.replaceAll('-', '/')} ${spaced}${zone}`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Whether a day as 2026-11-21 is one of the calendar. */
export function dayExists(day: string): boolean {
  return checkValue({ type: 'date' }, day, 'draft').length === 0;
}
