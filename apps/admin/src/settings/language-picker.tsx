import { Command } from 'cmdk';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { settings as t } from '#messages/settings';
import { formats } from '@/i18n/language.ts';
import { Button } from '@/ui/button.tsx';
import { Popover } from '@/ui/popover.tsx';
import { findLanguages, languageChoices, languageTag } from './language-names.ts';

interface LanguagePickerProps {
  /** Languages that aren't offered any more. */
  readonly chosen: readonly string[];
  readonly onPick: (code: string) => void;
}

const ITEM =
  'flex cursor-pointer items-baseline gap-2 rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-hover max-sm:py-2.5';

/** Finds a language by its name, in the language that is spoken or its own, or by its tag. */
export function LanguagePicker({ chosen, onPick }: LanguagePickerProps) {
  const { language: nameOf } = formats;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const choices = useMemo(() => languageChoices(nameOf), [nameOf]);
  const taken = new Set(chosen.map((code) => code.toLowerCase()));
  const found = findLanguages(choices, typed).filter(({ code }) => !taken.has(code.toLowerCase()));
  const tag = languageTag(typed);
  const isOther = tag !== null && !taken.has(tag.toLowerCase()) && !choices.some(({ code }) => code === tag);
  const pick = (code: string): void => {
    onPick(code);
    setTyped('');
    setOpen(false);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={t.addLanguage}
      align="start"
      trigger={<Button icon={Plus} label={t.addLanguage} />}
    >
      <Command shouldFilter={false} label={t.addLanguage}>
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={t.searchLanguage}
          className="mb-2 h-9 w-full rounded-md border border-border-strong/60 bg-surface px-3 text-base placeholder:text-muted max-sm:text-lg"
        />
        <Command.List className="max-h-64 overflow-y-auto">
          {found.map(({ code, name, ownName }) => (
            <Command.Item key={code} value={code} onSelect={() => pick(code)} className={ITEM}>
              <span className="font-medium">{name}</span>
              {ownName !== name && (
                <span lang={code} className="truncate text-muted">
                  {ownName}
                </span>
              )}
              <code className="ms-auto text-xs text-muted">{code}</code>
            </Command.Item>
          ))}
          {isOther && (
            <Command.Item value={`tag ${tag}`} onSelect={() => pick(tag)} className={ITEM}>
              {t.addCode({ code: tag })}
            </Command.Item>
          )}
          {found.length === 0 && !isOther && <p className="px-2.5 py-2 text-sm text-muted">{t.noLanguage}</p>}
        </Command.List>
      </Command>
    </Popover>
  );
}
