import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayPrefixes, fieldMarks, numberMark, numberPrefixes } from './field-marks.ts';

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const bound = fc.option(number);
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** A day, a month, a year, or no bound. */
const dayBound = fc.tuple(day, fc.constantFrom(10, 7, 4, 0)).map(([text, length]) => text.slice(0, length));

const begins = (mark: string, beginnings: readonly string[]): boolean => beginnings.some((one) => mark.startsWith(one));

it('has marks of numbers that sort as the numbers do', () => {
  fc.assert(
    fc.property(number, number, (a, b) => {
      const [first, second] = [numberMark(a), numberMark(b)];
      expect(Math.sign(Number(first > second) - Number(first < second))).toBe(Math.sign(Number(a > b) - Number(a < b)));
    }),
  );
});

it('has beginnings of just the numbers between two, and few of them', () => {
  fc.assert(
    fc.property(bound, bound, number, (from, to, value) => {
      const fits = (from === null || value >= from) && (to === null || value <= to);
      const beginnings = numberPrefixes(from, to);
      expect(begins(numberMark(value), beginnings)).toBe(fits);
      for (const one of [from, to])
        if (one !== null && from !== null && to !== null && from <= to)
          expect(begins(numberMark(one), beginnings)).toBe(true);
      expect(beginnings.length).toBeLessThanOrEqual(480);
    }),
  );
});

it('has beginnings of just the days between two, and few of them', () => {
  fc.assert(
    fc.property(dayBound, dayBound, day, (from, to, value) => {
      const fits = value >= from && value.slice(0, to.length) <= to;
      const beginnings = dayPrefixes(from, to);
      expect(begins(`d${value}`, beginnings)).toBe(fits);
      expect(beginnings.length).toBeLessThanOrEqual(160);
    }),
  );
});

it('marks texts, numbers, booleans, days and items of lists, and nothing else', () => {
  const marks = fieldMarks({
    kind: 'news',
    count: -0,
    on: true,
    at: '2026-02-01T09:30:00Z',
    tags: ['sea', 'sea', 7, { deep: 'sea' }],
    none: null,
    empty: '',
    object: { a: 'b' },
    '__proto__.x': 'no key',
  });
  expect(marks.map(([key]) => key)).toEqual(['kind', 'count', 'on', 'at', 'at', 'tags', 'tags', 'empty']);
  expect(marks[1]).toEqual(['count', 'n8000000000000000']);
  expect(marks[4]).toEqual(['at', 'd2026-02-01']);
});
