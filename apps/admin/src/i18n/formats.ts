import { type Language, localeOf } from './languages.ts';

/** How a language writes numbers, dates and names. Moments are ISO 8601 texts. */
export interface Formats {
  /** A number, with the language's separators. */
  number(value: number): string;
  /** A share of 1 as a whole percentage. */
  percent(share: number): string;
  /** A number of bytes in the unit that fits. */
  bytes(count: number): string;
  /** How long ago, or in how long: "5 minutes ago". */
  ago(at: string): string;
  /** A day: "21 November 2026". */
  day(at: string): string;
  /** The month of a day: "November 2026". */
  month(day: string): string;
  /** The weekday of a day: "Mon". */
  weekday(day: string): string;
  /** A time of day: "09:30". */
  time(at: string): string;
  /** Day and time: "21 Nov 2026, 09:30". */
  moment(at: string): string;
  /** Several things in a sentence: "a, b and c". */
  list(items: readonly string[]): string;
  /** Name of a language of content, such as "German" for `de`. */
  language(locale: string): string;
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const PLAIN_DATE = /^\d{4}-\d\d-\d\d$/;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats of a language. */
export function formatsOf(language: Language): Formats {
  const locale = localeOf(language);
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  // A date without a time is the same day everywhere.
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    bytes: (count) => {
      const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), BYTE_UNITS.length - 1);
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: BYTE_UNITS[power] ?? 'byte',
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: 1,
      }).format(count / 1000 ** power);
    },
    ago: (at) => {
      const seconds = Math.round((Date.parse(at) - Date.now()) / 1000);
      for (const [unit, length] of UNITS) {
        if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
      }
      return Math.abs(seconds) < 5 ? relative.format(0, 'second') : relative.format(seconds, 'second');
    },
    day: (at) => (PLAIN_DATE.test(at) ? date : day).format(new Date(at)),
    month: (at) => month.format(new Date(at)),
    weekday: (at) => weekday.format(new Date(at)),
    time: (at) => time.format(new Date(at)),
    moment: (at) => moment.format(new Date(at)),
    list: (items) => list.format(items),
    language: (code) => {
      try {
        return names.of(code) ?? code;
      } catch {
        return code;
      }
    },
  };
}
