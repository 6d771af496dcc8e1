import { expect, it } from 'vitest';
import { momentOf, readDate } from '../src/import/markdown/written-date.ts';

it.each([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21 12:30 pm', '2026-11-21T12:30:00.000Z'],
  ['2026-11-21 12:30pm', '2026-11-21T12:30:00.000Z'],
  ['Nov 21, 2026 1:05:30PM', '2026-11-21T13:05:30.000Z'],
  ['21 November 2026 12:10am +0200', '2026-11-20T22:10:00.000Z'],
  ['2026-11-21 12:30pmEST', '2026-11-21T17:30:00.000Z'],
  ['2026-11-21 13:30pm', null],
  ['2026-11-21 25:30', null],
])('reads %s of front matter as %s', (written, moment) => {
  const date = readDate(written);
  expect(date && momentOf(date)).toBe(moment);
});
