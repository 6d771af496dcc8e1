import type { FieldView } from './field-view.ts';
import { addressView } from './texts.ts';

export const colorView: FieldView = {
  ...addressView,
  isLine: false,
  Cell: ({ value }) => (
    <span className="flex items-center gap-2">
      <span className="size-4 rounded-sm border" style={{ background: String(value) }} aria-hidden />
      {String(value)}
    </span>
  ),
};
