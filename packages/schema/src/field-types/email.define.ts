import { declared, type UniqueOptions } from './builder.ts';
import type { EmailShape } from './email.ts';
import type { FieldDefinition } from './field-definition.ts';

export const emailDefinition: FieldDefinition<EmailShape> = {
  constraints: () => ({}),
};

/** An email address. */
export function email<const O extends UniqueOptions<string>>(options?: O) {
  return declared<string, string, O>({ type: 'email' }, options);
}
