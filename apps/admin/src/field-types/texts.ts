import type { FieldView } from './field-view.ts';

const comparedText: FieldView = { operators: ['contains', 'is'], isColumn: true };

export const slugView: FieldView = comparedText;
export const textareaView: FieldView = { ...comparedText, isSetTogether: true };
export const addressView: FieldView = { ...textareaView, isLine: true };
export const textView: FieldView = { ...addressView, isEditedInCell: true };
