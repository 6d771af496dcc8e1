import { optionChanges } from '../diff/change-messages.ts';
import type { SchemaPath, ShapePlan } from '../diff/model.ts';
import type { Json, SelectOption } from '../document.ts';
import { normaliseTranslations, present } from '../normal-form.ts';
import { arrayCode, type Code, wrap } from '../source/layout.ts';
import { jsonLiteral, textLiteral } from '../source/literals.ts';
import { union } from '../source/type-text.ts';
import type { Comparing, Sensing } from './field-definition.ts';
import type { Options } from './select.ts';

/** The rules that definitions of types with options share. */
export const optionRules = {
  apart: ['options'],
  normalise: <Shape extends Options>(shape: Shape): Shape => ({
    ...shape,
    options: shape.options.map(normaliseOption),
  }),
  checkSense({ options }: Options, path: readonly (string | number)[], sensing: Sensing): void {
    sensing.noRepeats(
      options.map(({ value }) => value),
      (index) => [...path, 'options', index, 'value'],
      'option',
      (value) => value,
    );
  },
};

/** An option with its label. */
function normaliseOption({ value, label = value, translations }: SelectOption): SelectOption {
  return present<SelectOption>({ value, label, translations: normaliseTranslations(translations) });
}

/** @param many whether values are lists of options */
export function compareOptions(
  was: Options,
  now: Options,
  path: SchemaPath,
  { log }: Comparing,
  many: boolean,
): ShapePlan | null {
  const allowed = new Set(now.options.map(({ value }) => value));
  const removed = was.options.filter(({ value }) => !allowed.has(value)).map(({ value }) => value);
  const name = path.join('.');
  const kind = removed.length > 0 ? 'field.options_removed' : 'field.loosened';
  for (const message of optionChanges(name, was.options, now.options)) log.add(kind, path, message);
  if (removed.length === 0) return null;
  const lost = `${name} loses the option${removed.length === 1 ? '' : 's'} ${removed.join(', ')}.`;
  const change = log.add('field.options_removed', path, lost);
  const mapped = log.migration('map_options', path)?.options ?? {};
  return { kind: 'options', change, many, allowed, mapped };
}

/** The option of a builder that lists the options. */
export function optionsCode({ options }: Options): Code {
  return wrap('options: ', arrayCode(options.map(choiceCode)));
}

function choiceCode({ value, label, translations }: SelectOption): Code {
  if (translations !== undefined) return jsonLiteral({ value, label, translations } as Json);
  return label === value ? textLiteral(value) : jsonLiteral({ value, label });
}

/** The type of one option. */
export function optionType({ options }: Options): string {
  return union(options.map(({ value }) => value));
}
