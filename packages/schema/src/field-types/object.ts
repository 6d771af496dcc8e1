import type { FieldDocument } from '../document.ts';
import { isObject } from '../own-value.ts';
import type { FieldKind } from './field-kind.ts';
import type { SeoSources } from './seo.ts';

export interface ObjectShape {
  readonly type: 'object';
  /** Makes it the texts of a page for search engines and social networks. Only on a collection's own fields. */
  readonly seo?: SeoSources;
  readonly fields: readonly FieldDocument[];
}

export const objectKind: FieldKind<ObjectShape> = {
  holds: 'fields',
  isLong: true,
  merge: 'fields',
  nesting: {
    shapes: ({ fields }) => [{ step: null, fields }],
    parts: ({ fields }, value) => (isObject(value) ? [{ path: [], fields, values: value }] : []),
    map: ({ fields }, value, mapper) => (isObject(value) ? mapper.fields(fields, value, null) : value),
  },
  check({ fields }, value, path, checking) {
    if (checking.isObject(value, path)) checking.fields(fields, value, path);
  },
};
