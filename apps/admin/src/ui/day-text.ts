type Part = 'day' | 'month' | 'year';

/** How a language writes days in forms. */
export interface DayNotation {
  /** Days, months and years in the order of the language. */
  readonly order: readonly Part[];
  /** The sign between them. */
  readonly sign: string;
}

/** How a locale writes days as numbers: `31/12/2026` in British English. */
export function dayNotation(locale: string): DayNotation {
  const parts = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  }).formatToParts(0);
  const order = parts.map(({ type }) => type).filter((type): type is Part => /^(?:day|month|year)$/.test(type));
  const sign = parts.find(({ type, value }) => type === 'literal' && /[./-]/.test(value))?.value ?? '/';
  // Arabic has marks of direction beside it.
  return { order, sign: /[./-]/.exec(sign)?.[0] ?? '/' };
}

/** An ISO day as a notation has it; '' for what is none. */
export function writeDay(iso: string, { order, sign }: DayNotation): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso) ?? [];
  return year && order.map((part) => ({ day, month, year })[part]).join(sign);
}

/**
 * The ISO day of a text, as a notation or ISO 8601 has it; null when it's none.
 *
 * @param isLeft whether it's whole, so that two digits are a year of this century
 */
export function readDay(text: string, { order }: DayNotation, isLeft: boolean): string | null {
  const plain = latinDigits(text).trim();
  const numbers = plain.match(/\d+/g) ?? [];
  if (numbers.length !== 3 || /[^\d./\-\s\u200e\u200f]/.test(plain)) return null;
  const isIso = /^\d{4}-/.test(plain);
  const at = (part: Part): string => numbers[(isIso ? (['year', 'month', 'day'] as const) : order).indexOf(part)] ?? '';
  const year = isLeft && at('year').length === 2 ? `20${at('year')}` : at('year');
  if (year.length !== 4 || year === '0000') return null;
  const iso = `${year}-${at('month').padStart(2, '0')}-${at('day').padStart(2, '0')}`;
  const moment = new Date(`${iso}T00:00:00Z`);
  // The 31st of a short month would become a day of the next one.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : null;
}

/** The time of a text as `HH:mm`, with a colon, a point or nothing between hours and minutes; null when it's none. */
export function readTime(text: string, isLeft: boolean): string | null {
  const plain = latinDigits(text).trim().toLowerCase();
  const [, hours = '', minutes, half] = /^(\d{1,2}?)(?:[:.h]?(\d\d))?\s*([ap]\.?m\.?)?$/.exec(plain) ?? [];
  if (hours === '' || (minutes === undefined && half === undefined && !isLeft)) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.startsWith('p') ? 12 : 0);
  if (hour > 23 || Number(minutes ?? 0) > 59 || (half !== undefined && (Number(hours) > 12 || hours === '0')))
    return null;
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}

/** On which day weeks begin in a locale: 0 is Sunday. */
export function firstWeekday(locale: string): number {
  const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(locale);
  const info = known.getWeekInfo?.() ?? known.weekInfo;
  // Firefox doesn't tell.
  return (info?.firstDay ?? (known.language === 'ar' ? 6 : 1)) % 7;
}

/** A text with the digits of English in place of the Arabic and Persian ones. */
function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}
