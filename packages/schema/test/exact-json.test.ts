import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInexactNumber, InexactNumberError, isExactNumber, type Json, parseExactJson } from '../src/index.ts';

describe('a number is exact', () => {
  it.each([
    ['0', true],
    ['-0.0', true],
    ['+1', true],
    ['.5', true],
    ['5.', true],
    ['1.50', true],
    ['9007199254740992', true],
    ['9007199254740993', false],
    ['100000000000000000000', true],
    ['12345678901234567890', false],
    ['123456789123456.12345', false],
    ['0.1', true],
    ['0.1234567890123456789', false],
    ['1e21', true],
    ['1e400', false],
    ['1e-400', false],
    ['1'.repeat(401), false],
    ['', false],
    ['.', false],
    ['1e', false],
    ['0x1F', false],
    ['Infinity', false],
    ['NaN', false],
    [' 1', false],
  ])('%.30s: %s', (text, isExact) => {
    expect(isExactNumber(text)).toBe(isExact);
  });
});

describe('JSON', () => {
  it('is read as it is where all numbers are exact', () => {
    fc.assert(fc.property(fc.json(), (text) => void expect(parseExactJson(text)).toEqual(JSON.parse(text))));
  });

  it.each<[string, (string | number)[]]>([
    ['9007199254740993', []],
    ['{"n":1e400}', ['n']],
    ['{"a":{"b":[0,{"id":1234567890123456789}]},"c":1e400}', ['a', 'b', 1, 'id']],
    ['[1,[2,"]",-9007199254740993]]', [1, 2]],
    ['{"\\u0061\\"":1e400}', ['a"']],
  ])('names the place of a number that would change: %s', (text, path) => {
    expect(findInexactNumber(text)).toMatchObject({ path });
    expect(() => parseExactJson(text)).toThrow(InexactNumberError);
  });

  it('never changes a number by reading it', () => {
    const digits = fc.stringMatching(/^[0-9]{1,25}$/);
    const whole = digits.map((text) => BigInt(text).toString());
    const scaled = fc.tuple(fc.constantFrom('', '-'), whole, digits);
    fc.assert(
      fc.property(scaled, ([sign, before, after]) => {
        const read = (text: string): Json | undefined => {
          try {
            return parseExactJson(text);
          } catch (error) {
            expect(error).toBeInstanceOf(InexactNumberError);
            return undefined;
          }
        };
        const integer = read(sign + before);
        if (integer !== undefined) expect(BigInt(integer as number)).toBe(BigInt(sign + before));
        const fraction = read(`${sign}${before}.${after}`);
        if (fraction === undefined) return;
        // The printed double has all the digits that were written.
        const printed = (fraction as number).toString();
        if (!printed.includes('e')) expect(padded(printed)).toBe(padded(`${sign}${before}.${after}`));
      }),
    );
  });

  it('that is none is refused as by JSON.parse', () => {
    for (const text of ['', '{', '"9007199254740993', '9007199254740993,']) {
      expect(() => parseExactJson(text)).toThrow(SyntaxError);
    }
  });
});

/** A decimal number without zeros that say nothing. */
function padded(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const trimmed = `${whole}.${fraction.replace(/0+$/, '')}`;
  return trimmed === '-0.' ? '0.' : trimmed;
}
