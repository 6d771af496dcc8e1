import { expect, it } from 'vitest';
import { fieldValue } from '../src/import/markdown/field-value.ts';

it('takes code from front matter as an object, and empty text as none', () => {
  const reading = { nameOf: () => null, writtenAt: () => null, refuse: () => undefined, fail: () => undefined };
  const value = { language: 'ts', text: 'let a;' };
  expect(fieldValue({ type: 'code' }, value, reading)).toEqual(value);
  expect(fieldValue({ type: 'code' }, ' ', reading)).toBeNull();
});
