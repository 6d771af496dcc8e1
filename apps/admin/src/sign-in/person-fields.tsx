'use client';

import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiFailure } from '@/api/errors.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { messageFor } from './messages.ts';

const MIN_PASSWORD_LENGTH = 10;

interface PersonFieldsProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly failure: ApiFailure | null;
}

/** Name and password of somebody who gets an account. */
export function PersonFields<Values extends FieldValues & { name: string; password: string }>({
  form,
  failure,
}: PersonFieldsProps<Values>) {
  const { errors } = form.formState;
  const errorOfField = (name: string): string | undefined => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? message : messageFor(failure, name);
  };
  return (
    <>
      <Field label="Your name" error={errorOfField('name')}>
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            {...form.register('name' as Path<Values>, { required: 'Enter your name.' })}
          />
        )}
      </Field>
      <Field label="Password" error={errorOfField('password')} help={`At least ${MIN_PASSWORD_LENGTH} characters.`}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            {...form.register('password' as Path<Values>, {
              required: 'Choose a password.',
              minLength: { value: MIN_PASSWORD_LENGTH, message: `Use at least ${MIN_PASSWORD_LENGTH} characters.` },
            })}
          />
        )}
      </Field>
    </>
  );
}
