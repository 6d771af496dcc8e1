import { describe, expect, it } from 'vitest';
import { CHECK_MESSAGES, type CheckMessages, issueTranslator } from '../src/index.ts';

type Key = keyof CheckMessages;

/** A language that names its keys and what it's given. */
const SPELLED = Object.fromEntries(
  Object.entries(CHECK_MESSAGES).map(([key, says]) => [
    key,
    typeof says === 'string'
      ? key
      : (...args: unknown[]) => [key, ...args.map((arg) => [arg].flat().join(', '))].join('|'),
  ]),
) as unknown as CheckMessages;

const GIVEN: Readonly<Partial<Record<Key, readonly unknown[]>>> = {
  oneOf: [['a.b', 'c*']],
  blockType: [['quote', 'text']],
  pattern: ['^(a|b)+\\d$'],
  unknownField: ['"x" (y)'],
  noSuchDay: ['2024-02-31'],
};

describe('a translator of issues', () => {
  for (const [key, says] of Object.entries(CHECK_MESSAGES) as [Key, string | ((...args: unknown[]) => string)][]) {
    it(`knows ${key} by its English sentence`, () => {
      const args = GIVEN[key] ?? (typeof says === 'string' ? [] : [3, 12].slice(0, says.length));
      const english = typeof says === 'string' ? says : says(...args);
      const expected = [key, ...args.map((arg) => [arg].flat().join(', '))].join('|');
      expect(issueTranslator(SPELLED)(english)).toBe(expected);
    });
  }

  it('leaves other sentences alone', () => {
    expect(issueTranslator(SPELLED)('A required field is empty.')).toBeNull();
    expect(issueTranslator(SPELLED)(`${CHECK_MESSAGES.required} It's empty.`)).toBeNull();
  });
});
