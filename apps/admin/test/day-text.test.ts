import { describe, expect, it } from 'vitest';
import { LANGUAGES, localeOf } from '../src/i18n/languages.ts';
import { dayNotation, firstWeekday, readDay, readTime, writeDay } from '../src/ui/day-text.ts';

const ISO = '2026-12-31';

describe('a day in a form', () => {
  it.each([
    ['en', '31/12/2026'],
    ['de', '31.12.2026'],
    ['fr', '31/12/2026'],
    ['es', '31/12/2026'],
    ['ar', '31/12/2026'],
  ] as const)('is written as people of a language do: %s', (language, text) => {
    expect(writeDay(ISO, dayNotation(localeOf(language)))).toBe(text);
  });

  it.each(LANGUAGES)('is read as it was written, and as ISO 8601: %s', (language) => {
    const notation = dayNotation(localeOf(language));
    expect(readDay(writeDay(ISO, notation), notation, false)).toBe(ISO);
    expect(readDay(ISO, notation, false)).toBe(ISO);
  });

  it.each([
    ['1.2.2026', 'de', '2026-02-01'],
    [' 1 / 2 / 2026', 'en-GB', '2026-02-01'],
    ['2/1/2026', 'en-US', '2026-02-01'],
    ['2026. 2. 1', 'ko', '2026-02-01'],
    ['٠١/٠٢/٢٠٢٦', 'ar', '2026-02-01'],
    ['29.2.2028', 'de', '2028-02-29'],
  ])('reads %s in %s', (text, locale, iso) => {
    expect(readDay(text, dayNotation(locale), false)).toBe(iso);
  });

  it.each(['', '1.2.', '1.2.202', '31.2.2026', '29.2.2027', '0.1.2026', '1.13.2026', '1.2.0000', 'x1.2.2026'])(
    'refuses “%s”',
    (text) => {
      expect(readDay(text, dayNotation('de'), false)).toBeNull();
    },
  );

  it('takes two digits for a year once it is left', () => {
    expect(readDay('1.2.26', dayNotation('de'), false)).toBeNull();
    expect(readDay('1.2.26', dayNotation('de'), true)).toBe('2026-02-01');
  });
});

describe('a time in a form', () => {
  it.each([
    ['9:30', '09:30'],
    ['21.05', '21:05'],
    ['0930', '09:30'],
    ['930', '09:30'],
    ['9h30', '09:30'],
    ['9:30 pm', '21:30'],
    ['12 am', '00:00'],
    ['12:15 p.m.', '12:15'],
    ['٢١:٣٠', '21:30'],
  ])('reads %s', (text, time) => {
    expect(readTime(text, false)).toBe(time);
  });

  it.each(['', '9', '24:00', '9:60', '13 pm', 'noon', '9:3'])('refuses “%s” while it is typed', (text) => {
    expect(readTime(text, false)).toBeNull();
  });

  it('takes one number for the hour once it is left', () => {
    expect(readTime('9', true)).toBe('09:00');
    expect(readTime('21', true)).toBe('21:00');
  });
});

describe('a week', () => {
  it('begins as the language says', () => {
    expect(LANGUAGES.map((language) => firstWeekday(localeOf(language)))).toEqual([1, 1, 1, 1, 6]);
    expect(firstWeekday('en-US')).toBe(0);
  });
});
