import { checkChoices } from '../check-arguments.ts';
import type { FieldOptions } from '../fields.ts';
import { listOf } from '../source/type-text.ts';
import { type ChoiceOf, type Choices, choices, declared } from './builder.ts';
import { bounds, options } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { MultiselectShape } from './multiselect.ts';
import { compareOptions, optionRules, optionsCode, optionType } from './options.define.ts';

export const multiselectDefinition: FieldDefinition<MultiselectShape> = {
  ...optionRules,
  constraints: () => ({ options, ...bounds }),
  compare: (was, now, path, comparing) => compareOptions(was, now, path, comparing, true),
  config: (shape, writing) => writing.call('multiselect', ['options'], [], [optionsCode(shape)]),
  published: (shape) => listOf(optionType(shape), shape.options.length > 1),
  isCompound: () => true,
  texts: (value) => (Array.isArray(value) ? value.map(String) : []),
};

/** Some of several options. */
export function multiselect<
  const O extends FieldOptions<readonly string[]> & {
    readonly options: Choices;
    readonly min?: number;
    readonly max?: number;
  },
>(given: O) {
  type Choice = ChoiceOf<O['options'][number]>;
  checkChoices('multiselect', given);
  return declared<readonly Choice[], readonly Choice[], O>(
    { type: 'multiselect', options: choices(given.options) },
    given,
  );
}
