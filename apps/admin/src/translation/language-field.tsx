import { useFormats } from '@/i18n/language-context.ts';
import { useTranslationWords } from '@/i18n/translation-words.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/input.tsx';

interface LanguageFieldProps {
  readonly locales: readonly string[];
  readonly value: string;
  readonly onChange: (locale: string) => void;
}

/** Chooses the language to translate into. */
export function LanguageField({ locales, value, onChange }: LanguageFieldProps) {
  const t = useTranslationWords();
  const { language } = useFormats();
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
