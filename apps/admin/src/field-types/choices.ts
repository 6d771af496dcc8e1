import type { Json, ShapeOf } from '@stele/schema';
import type { FieldView } from './field-view.ts';

type Choosing = ShapeOf<'select' | 'multiselect'>;

export const booleanView: FieldView = {
  operators: ['is'],
  choices: (_shape, { yes, no }) => [
    ['true', yes],
    ['false', no],
  ],
  filterText: (value, { words }) => (value === 'true' ? words.yes : words.no),
  isColumn: true,
  isEditedInCell: true,
  isSetTogether: true,
};

export const selectView: FieldView<Choosing> = {
  operators: ['is'],
  tells: 'choice',
  choices: ({ options }) => options.map(({ value, label }) => [value, label]),
  isColumn: true,
  isEditedInCell: true,
  isSetTogether: true,
  text: labelIn,
};

export const multiselectView: FieldView<Choosing> = {
  ...selectView,
  isEditedInCell: false,
  text: (shape, value) =>
    [value]
      .flat()
      .map((one: Json) => labelIn(shape, one))
      .join(', '),
};

function labelIn({ options }: Choosing, value: Json): string {
  return options.find((option) => option.value === value)?.label ?? String(value);
}
