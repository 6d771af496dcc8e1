import type { UseFormRegisterReturn } from 'react-hook-form';
import { gate as t } from '#messages/gate';
import { TextField } from '@/ui/field.tsx';

/** Passwords have at least this many characters. */
const MIN_PASSWORD_LENGTH = 10;

interface NewPasswordFieldProps {
  readonly label: string;
  /** Gives the input its props. */
  readonly field: (rules: {
    required: string;
    minLength: { value: number; message: string };
  }) => UseFormRegisterReturn & { error: string | undefined };
}

/** Field for a new password. */
export function NewPasswordField({ label, field }: NewPasswordFieldProps) {
  return (
    <TextField
      label={label}
      help={t.passwordHelp({ least: MIN_PASSWORD_LENGTH })}
      type="password"
      autoComplete="new-password"
      {...field({
        required: t.choosePassword,
        minLength: { value: MIN_PASSWORD_LENGTH, message: t.passwordTooShort({ least: MIN_PASSWORD_LENGTH }) },
      })}
    />
  );
}
