import { translation as t } from '#messages/translation';
import { formats } from '@/i18n/language.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/input.tsx';

interface LanguageFieldProps {
  readonly locales: readonly string[];
  readonly value: string;
  readonly onChange: (locale: string) => void;
}

/** Chooses the language to translate into. */
export function LanguageField({ locales, value, onChange }: LanguageFieldProps) {
  const { language } = formats;
  return (
    <Field label={t.into}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={locales.map((one) => [one, language(one)] as const)}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
