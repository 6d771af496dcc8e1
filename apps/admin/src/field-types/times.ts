import type { FieldView } from './field-view.ts';

const timeView: FieldView = {
  operators: ['gte', 'lte'],
  filterInput: 'date',
  filterText: (day, { formats }) => formats.day(day),
  tells: 'day',
  isColumn: true,
  isSetTogether: true,
};

export const dateView: FieldView = {
  ...timeView,
  isEditedInCell: true,
  text: (_shape, value, { formats }) => (typeof value === 'string' ? formats.day(value) : ''),
};

export const datetimeView: FieldView = {
  ...timeView,
  text: (_shape, value, { formats }) => (typeof value === 'string' ? formats.moment(value) : ''),
};
