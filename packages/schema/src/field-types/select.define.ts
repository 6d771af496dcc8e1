import { checkChoices } from '../check-arguments.ts';
import type { FieldOptions } from '../fields.ts';
import { type ChoiceOf, type Choices, choices, declared } from './builder.ts';
import { options } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';
import { compareOptions, optionRules, optionsCode, optionType } from './options.define.ts';
import type { SelectShape } from './select.ts';

export const selectDefinition: FieldDefinition<SelectShape> = {
  ...optionRules,
  constraints: () => ({ options }),
  compare: (was, now, path, comparing) => compareOptions(was, now, path, comparing, false),
  config: (shape, writing) => writing.call('select', ['options'], [], [optionsCode(shape)]),
  published: optionType,
  isCompound: (shape) => shape.options.length > 1,
};

/** One of several options. */
export function select<const O extends FieldOptions<string> & { readonly options: Choices }>(given: O) {
  type Choice = ChoiceOf<O['options'][number]>;
  checkChoices('select', given);
  return declared<Choice, Choice, O>({ type: 'select', options: choices(given.options) }, given);
}
