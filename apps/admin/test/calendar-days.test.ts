import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayOf, daysOf, laterDay, laterMonth, monthOf, onDay } from '../src/entries/calendar/calendar-days.ts';

describe('the days of a calendar', () => {
  beforeAll(() => {
    vi.stubEnv('TZ', 'America/New_York');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it('are whole weeks from Monday on', () => {
    for (const [month, first, last, count] of [
      ['2026-11', '2026-10-26', '2026-12-06', 42],
      ['2027-02', '2027-02-01', '2027-02-28', 28],
      ['2028-02', '2028-01-31', '2028-03-05', 35],
    ] as const) {
      const days = daysOf(month);
      expect([days[0], days.at(-1), days.length, new Set(days).size]).toEqual([first, last, count, count]);
    }
  });

  it('go on over months and years', () => {
    expect([laterMonth('2026-12', 1), laterMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
    expect([laterDay('2026-12-31', 1), laterDay('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
    const read = ['2026-03', '2026-13', 'soon', null].map((text) => monthOf(text, '2026-11-27'));
    expect(read).toEqual(['2026-03', '2026-11', '2026-11', '2026-11']);
  });

  it('are those of the place where the browser is, and keep the time of day', () => {
    expect(dayOf('date', '2026-03-10')).toBe('2026-03-10');
    expect(dayOf('datetime', '2026-03-10T03:30:00Z')).toBe('2026-03-09');
    expect([dayOf('datetime', 'soon'), dayOf('datetime', 5)]).toEqual([null, null]);
    expect(onDay('date', '2026-03-10', '2026-03-12')).toBe('2026-03-12');
    // The clocks go forward on 8 March.
    expect(onDay('datetime', '2026-03-07T14:30:00Z', '2026-03-09')).toBe('2026-03-09T13:30:00.000Z');
  });
});
