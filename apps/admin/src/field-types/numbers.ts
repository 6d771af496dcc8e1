import type { FieldView } from './field-view.ts';

export const numberView: FieldView = {
  operators: ['is', 'gte', 'lte'],
  filterInput: 'number',
  isColumn: true,
  isEditedInCell: true,
  isSetTogether: true,
  isLine: true,
};
