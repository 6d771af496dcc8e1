import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { tell } from '@/ui/toast.tsx';
import { focusField } from '../form/focus-field.ts';
import type { LocaleFormState } from '../form/form-context.tsx';
import { nextToTranslate, textFields } from './to-translate.ts';

interface TranslatorBarProps {
  readonly state: LocaleFormState;
  readonly source: string;
  /** Fields whose source has changed since they were translated. */
  readonly changed: readonly string[];
  readonly isOnlyTexts: boolean;
  readonly onOnlyTexts: (is: boolean) => void;
}

/** For translators: leaves out the rest, and leads to the next field and the next entry that needs them. */
export function TranslatorBar({ state, source, changed, isOnlyTexts, onOnlyTexts }: TranslatorBarProps) {
  const { project } = useProject();
  const t = useMessages().editor;
  const trpc = useTRPC();
  const navigate = useNavigate();
  const last = useRef<string | null>(null);
  const { collection, store, locale, entryId } = state;
  const waiting = useQuery(
    trpc.entries.list.queryOptions(
      {
        projectId: project.id,
        collection: collection.key,
        translation: `${locale}:missing,outdated`,
        sort: 'created',
        limit: 100,
      },
      { enabled: locale !== project.default_locale, staleTime: 20_000 },
    ),
  );
  const others = (waiting.data?.data ?? []).filter(({ id }) => id !== entryId);
  const next = others.find(({ id }) => id > entryId) ?? others[0];
  const goOn = (): void => {
    const fields = textFields(collection.fields, (key) => store.value(source, key));
    last.current = nextToTranslate(fields, (key) => store.value(locale, key), changed, last.current);
    if (last.current === null) tell(t.allTranslated);
    else focusField(state, locale, last.current);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Checkbox
        label={t.onlyTexts}
        className="flex-1"
        checked={isOnlyTexts}
        onChange={({ target }) => onOnlyTexts(target.checked)}
      />
      <Button icon={ArrowDown} label={t.nextField} size="sm" variant="ghost" className="max-sm:h-11" onClick={goOn} />
      {next && (
        <Button
          icon={ArrowRight}
          label={t.nextEntry}
          size="sm"
          variant="ghost"
          className="max-sm:h-11"
          onClick={() =>
            navigate.push(
              `/projects/${project.id}/entries/${next.id}?${new URLSearchParams({ locale, beside: source, ...(isOnlyTexts && { texts: 'true' }) })}`,
            )
          }
        />
      )}
    </div>
  );
}
