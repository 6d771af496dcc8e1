import type { UseFormRegisterReturn } from 'react-hook-form';
import { useMessages } from '@/i18n/language-context.ts';
import { TextField } from '@/ui/field.tsx';

/** Passwords have at least this many characters. */
const MIN_PASSWORD_LENGTH = 10;

interface NewPasswordFieldProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly register: (rules: {
    required: string;
    minLength: { value: number; message: string };
  }) => UseFormRegisterReturn;
}

/** A password that is chosen. */
export function NewPasswordField({ label, error, register }: NewPasswordFieldProps) {
  const t = useMessages().gate;
  return (
    <TextField
      label={label}
      error={error}
      help={t.passwordHelp(MIN_PASSWORD_LENGTH)}
      type="password"
      autoComplete="new-password"
      {...register({
        required: t.choosePassword,
        minLength: { value: MIN_PASSWORD_LENGTH, message: t.passwordTooShort(MIN_PASSWORD_LENGTH) },
      })}
    />
  );
}
