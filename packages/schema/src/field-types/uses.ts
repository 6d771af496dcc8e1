import type { FieldUse } from './field-kind.ts';
import { FIELD_TYPES, type FieldType, fieldKind } from './kinds.ts';

const typesFor = (use: FieldUse): FieldType[] => FIELD_TYPES.filter((type) => fieldKind(type).usableFor?.includes(use));

/** Texts before options, and both before all others: messages name first what is used most. */
const textsFirst = (use: FieldUse): FieldType[] => {
  const rank = (type: FieldType): number => ['text', 'option'].indexOf(fieldKind(type).holds) >>> 0;
  return typesFor(use).sort((a, b) => rank(a) - rank(b));
};

/** Types whose values can be required to be unique. */
export const UNIQUE_TYPES: readonly FieldType[] = /* @__PURE__ */ textsFirst('unique');

/** Types that a collection can be ordered by. */
export const SORTABLE_TYPES: readonly FieldType[] = /* @__PURE__ */ typesFor('order');

/** Types whose values are a line of text, which can name an entry. */
export const TITLE_TYPES: readonly FieldType[] = /* @__PURE__ */ textsFirst('title');

/** Types whose values conditions can compare. For other types they can only ask whether there is a value. */
export const COMPARABLE_TYPES: readonly FieldType[] = /* @__PURE__ */ typesFor('conditions');

/** Types whose values can be a part of an address. */
export const ADDRESS_TYPES: readonly FieldType[] = /* @__PURE__ */ textsFirst('address');
