import type { UseFormRegisterReturn } from 'react-hook-form';
import { common } from '#messages/common';
import { gate as t } from '#messages/gate';
import { TextField } from '@/ui/field.tsx';
import { NewPasswordField } from './new-password-field.tsx';

interface PersonFieldsProps {
  /** Gives an input its props. */
  readonly field: (
    name: 'name' | 'password',
    rules: { required: string; minLength?: { value: number; message: string } },
  ) => UseFormRegisterReturn & { error: string | undefined };
}

/** Name and password of a new account. */
export function PersonFields({ field }: PersonFieldsProps) {
  return (
    <>
      <TextField label={t.name} autoComplete="name" {...field('name', { required: common.enterName })} />
      <NewPasswordField label={common.password} field={(rules) => field('password', rules)} />
    </>
  );
}
