import { type ReactNode, useEffect, useState } from 'react';
import { presence as t } from '#messages/presence';
import type { SaveHeard } from '@/api/people-here.ts';
import { formats } from '@/i18n/language.ts';
import { ring } from '@/ui/motion.ts';
import type { EntryForm } from '../form/form-context.tsx';
import { useLastSave } from './use-people.ts';

/** How long it's said who saved. */
const SAID_MS = 8_000;
/** So many fields are named. */
const NAMED = 3;

/** Who else saved which fields, for a while, in place of the collection's name. */
export function SaveNote({ form, children }: { readonly form: EntryForm; readonly children: ReactNode }) {
  const { list } = formats;
  const last = useLastSave(form.entryId);
  const [over, setOver] = useState<SaveHeard | undefined>(last);
  useEffect(() => {
    for (const key of last?.fields ?? []) ring(document.querySelector(`[data-field-path="${CSS.escape(key)}"]`));
    const timer = setTimeout(() => setOver(last), SAID_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const isSaid = last !== undefined && last !== over;
  const labels = (last?.fields ?? []).map((key) => form.collection.fields.find((one) => one.key === key)?.label ?? key);
  const named = labels.length > NAMED ? [...labels.slice(0, NAMED), '…'] : labels;
  return (
    <>
      {!isSaid && <p className="truncate text-xs text-muted max-sm:hidden">{children}</p>}
      <p role="status" className={isSaid ? 'truncate text-xs text-info' : 'sr-only'} data-save-note>
        {isSaid &&
          (named.length > 0
            ? t.savedFields({ who: last.name, fields: list(named) })
            : t.savedSomething({ who: last.name }))}
      </p>
    </>
  );
}
