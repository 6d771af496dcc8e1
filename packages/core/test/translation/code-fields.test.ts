import { type FieldDocument, textUnits, translateField } from '@stele/schema';
import { expect, it } from 'vitest';

const FIELD: FieldDocument = { key: 'snippet', label: 'Snippet', required: false, localized: true, type: 'code' };
const VALUE = { language: 'ts', text: 'const title = "Hello";' };

it('offers no code to translators and machines, and keeps what a translation has of it', () => {
  expect(textUnits(FIELD, VALUE)).toEqual([]);
  const never = (): never => {
    throw new Error('Nothing of it is prose.');
  };
  expect(translateField(FIELD, VALUE, undefined, never)).toEqual(VALUE);
  const own = { language: 'ts', text: 'const title = "Hallo";' };
  expect(translateField(FIELD, VALUE, own, never)).toEqual(own);
});
