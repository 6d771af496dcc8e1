import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiFailure } from '@/api/errors.ts';
import { messageFor } from '@/api/errors.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { TextField } from '@/ui/field.tsx';
import { NewPasswordField } from './new-password-field.tsx';

interface PersonFieldsProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly failure: ApiFailure | null;
}

/** Name and password of somebody who gets an account. */
export function PersonFields<Values extends FieldValues & { name: string; password: string }>({
  form,
  failure,
}: PersonFieldsProps<Values>) {
  const t = useMessages().gate;
  const { errors } = form.formState;
  const errorOfField = (name: string): string | undefined => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? message : messageFor(failure, name);
  };
  return (
    <>
      <TextField
        label={t.name}
        error={errorOfField('name')}
        autoComplete="name"
        {...form.register('name' as Path<Values>, { required: t.enterName })}
      />
      <NewPasswordField
        label={t.password}
        error={errorOfField('password')}
        register={(rules) => form.register('password' as Path<Values>, rules)}
      />
    </>
  );
}
