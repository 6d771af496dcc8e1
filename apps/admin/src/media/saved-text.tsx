import type { ReactNode } from 'react';
import { media as t } from '#messages/media';
import { TextField } from '@/ui/field.tsx';
import { isEnter } from '@/ui/keys.ts';
import { useTypedText } from './use-typed-text.ts';

interface SavedTextProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: ReactNode;
  readonly locale?: string;
  readonly text: string;
  readonly maxLength?: number;
  readonly onSave: (text: string) => Promise<boolean>;
}

/** A text of a file, saved while one types. */
export function SavedText({ locale, text, onSave, maxLength = 1000, ...field }: SavedTextProps) {
  const { typed, type, save, hasFailed } = useTypedText(text, onSave);
  return (
    <TextField
      {...field}
      error={hasFailed ? t.notSaved : undefined}
      lang={locale}
      dir="auto"
      maxLength={maxLength}
      className="max-sm:h-10"
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (isEnter(event)) save();
      }}
    />
  );
}
