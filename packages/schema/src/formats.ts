// Of zod's functions one by one: a form in a browser loads no more of it than this.
import { email, iso, pipe, regex, string, url } from 'zod/mini';

/** The forms that texts can be demanded to have. */
export const FORMATS = {
  email: email(),
  // The parser of URLs overlooks spaces around an address, ends of lines inside it, and missing slashes.
  url: pipe(string().check(regex(/^https?:\/\/[^\s\p{Cc}]+$/iu)), url({ protocol: /^https?$/ })),
  color: string().check(regex(/^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i)),
  date: iso.date(),
  datetime: iso.datetime({ offset: true }),
  time: iso.time({ precision: -1 }),
} as const;

/** The day that a text begins with, written as it should be, when the calendar has no such day; null otherwise. */
export function absentDay(text: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text)?.[0];
  return day === undefined || FORMATS.date.safeParse(day).success ? null : day;
}
