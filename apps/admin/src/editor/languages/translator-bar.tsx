import { ArrowDown, ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { editor as t } from '#messages/editor';
import { useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { tell, tellFailure } from '@/ui/toast.tsx';
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
  const client = useTRPCClient();
  const navigate = useNavigate();
  const last = useRef<string | null>(null);
  const { collection, store, locale, entryId } = state;
  const goToNext = async (): Promise<void> => {
    const wanted = {
      projectId: project.id,
      collection: collection.key,
      translation: `${locale}:missing,outdated`,
      sort: 'created',
      limit: 100,
    } as const;
    try {
      const { data } = await client.entries.list.query(wanted);
      const others = data.filter(({ id }) => id !== entryId);
      const next = others.find(({ id }) => id > entryId) ?? others[0];
      if (!next) return tell(t.allEntriesTranslated);
      const query = new URLSearchParams({ locale, beside: source, ...(isOnlyTexts && { texts: 'true' }) });
      navigate.push(`/projects/${project.id}/entries/${next.id}?${query}`);
    } catch (error) {
      tellFailure(t.nextEntry, error);
    }
  };
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
      {locale !== project.default_locale && (
        <Button
          icon={ArrowRight}
          label={t.nextEntry}
          size="sm"
          variant="ghost"
          className="max-sm:h-11"
          onClick={() => void goToNext()}
        />
      )}
    </div>
  );
}
