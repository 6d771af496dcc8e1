import { isExactNumber } from '@stele/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber, writeNumber } from '../src/editor/form/number-text.ts';

describe('a number in the reader’s notation', () => {
  it.each([
    ['99,50', 'en', 99.5],
    ['99,50', 'de', 99.5],
    ['99.5', 'de', 99.5],
    ['1.234,5', 'de', 1234.5],
    ['1,234.5', 'de', 1234.5],
    ['1,234', 'en', 1234],
    ['1,234', 'de', 1.234],
    ['1.234', 'de', 1234],
    ['1.234', 'en', 1.234],
    ['1 234 567', 'en', 1234567],
    ["1'234.5", 'en', 1234.5],
    ['−3', 'en', -3],
    ['1e3', 'en', 1000],
    ['', 'en', null],
  ])('reads %s in %s', (text, language, value) => {
    expect(readNumber(text, language, false)).toEqual({ ok: true, value });
  });

  it.each(['12a', '1,2,3', '1.2.3,4', '--1', ',', 'Infinity', '1,23.4,5'])('refuses %s', (text) => {
    expect(readNumber(text, 'en', false)).toEqual({ ok: false });
  });

  it.each([
    '9007199254740993',
    '12345678901234567890',
    '123456789123456.12345',
    '123456789123456,12345',
    '1e400',
    '−1e-400',
  ])('refuses %s, which would become another one', (text) => {
    expect(readNumber(text, 'en', false)).toEqual({ ok: false, isInexact: true });
  });

  it('never changes what was typed', () => {
    const typed = fc.stringMatching(/^-?[0-9]{1,20}(\.[0-9]{1,10})?$/);
    fc.assert(
      fc.property(typed, (text) => {
        const read = readNumber(text, 'en', false);
        if (read.ok) expect(isExactNumber(text) && Number(text) === read.value).toBe(true);
        else expect(isExactNumber(text)).toBe(false);
      }),
    );
  });

  it('refuses parts of whole numbers', () => {
    expect(readNumber('3,5', 'en', true)).toEqual({ ok: false });
    expect(readNumber('3', 'en', true)).toEqual({ ok: true, value: 3 });
  });

  it('is written as it is read', () => {
    for (const value of [0, -1.5, 1234567.891, 1e-7]) {
      for (const language of ['en', 'de']) {
        expect(readNumber(writeNumber(value, language), language, false)).toEqual({ ok: true, value });
      }
    }
  });
});
