import { declared, type UniqueOptions } from './builder.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { UrlShape } from './url.ts';

export const urlDefinition: FieldDefinition<UrlShape> = {
  constraints: () => ({}),
};

/** A web address. */
export function url<const O extends UniqueOptions<string>>(options?: O) {
  return declared<string, string, O>({ type: 'url' }, options);
}
