import { z } from 'zod';
import { boundedArray } from '../bounded.ts';
import type { FieldOptions } from '../fields.ts';
import { isObject } from '../own-value.ts';
import { union } from '../source/type-text.ts';
import { type Constraints, declared } from './builder.ts';
import { type CodeShape, MAX_LANGUAGE } from './code.ts';
import { bounds } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';

/** The language of a text that is in none. */
const PLAIN = 'plaintext';

const language = z
  .string()
  .max(MAX_LANGUAGE)
  .regex(/^[a-z0-9][a-z0-9+#.-]*$/, 'The name of a language, such as ts or c++.');

export const codeDefinition: FieldDefinition<CodeShape> = {
  constraints: () => ({ languages: boundedArray(language, { min: 1, max: 100 }).optional(), ...bounds }),
  checkSense({ languages = [] }, path, sensing) {
    sensing.noRepeats(languages, (index) => [...path, 'languages', index], 'language');
  },
  convert: (value, _fits, { languages: [first = PLAIN] = [] }) =>
    typeof value === 'string' ? { value: { language: first, text: value }, lossless: true } : null,
  asText: (value) => ({ value: String((isObject(value) && value.text) || ''), lossless: false }),
  published: ({ languages }) =>
    `{ readonly language: ${languages ? union(languages) : 'string'}; readonly text: string }`,
  texts: (value) => (isObject(value) && typeof value.text === 'string' ? [value.text] : []),
};

/** A piece of code, and the language that it's written in. */
export interface CodeValue<Language extends string = string> {
  readonly language: Language;
  readonly text: string;
}

type LanguageIn<Options> = Options extends { readonly languages: readonly (infer Language extends string)[] }
  ? Language
  : string;

/** Code in one of several languages, or in any. */
export function code<const O extends FieldOptions<CodeValue> & Constraints<CodeShape>>(options?: O) {
  return declared<CodeValue<LanguageIn<O>>, CodeValue<LanguageIn<O>>, O>({ type: 'code' }, options);
}
