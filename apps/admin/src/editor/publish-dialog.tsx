'use client';

import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { localeState } from '@/entries/locale-status.tsx';
import { useRefresh } from '@/entries/use-entry-actions.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import type { EditSession, SessionView } from './edit-session.ts';
import { fieldLabel } from './field-label.ts';
import { languageName } from './locale-tabs.tsx';
import { TextDiff } from './text-diff.tsx';
import { differences, type LocaleValues, type Values } from './values.ts';

type Entry = Outputs['entries']['get'];

interface PublishDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly entry: Entry;
  readonly view: SessionView;
  readonly session: EditSession;
  readonly onShowLocale: (locale: string) => void;
}

/** Says what would change on the site, language by language, and publishes it. */
export function PublishDialog({ open, onOpenChange, entry, view, session, onShowLocale }: PublishDialogProps) {
  const { project, schema } = useProject();
  const trpc = useTRPC();
  const refresh = useRefresh();
  const collection = schema?.collections.find(({ key }) => key === entry.collection_key) ?? null;
  const [left, setLeft] = useState<readonly string[]>([]);
  const [unsaved, setUnsaved] = useState(false);
  const [isOther, setOther] = useState(false);
  const publish = useMutation(trpc.entries.publish.mutationOptions());
  const live = (entry.live_values ?? {}) as Values;
  const changed = project.locales.filter((locale) => {
    const draft = view.values[locale];
    if (!draft) return false;
    return (
      localeState(entry, locale) !== 'live' || differences(pick(live, locale), pick(view.values, locale)).length > 0
    );
  });
  const chosen = changed.filter((locale) => !left.includes(locale));
  const failure = publish.error ? errorOf(publish.error) : null;
  const { reset } = publish;
  useEffect(() => {
    if (!open) return;
    reset();
    setUnsaved(false);
    setOther(false);
    void session.flush();
  }, [open, reset, session]);

  const submit = async (): Promise<void> => {
    const shown = view.values;
    const version = await session.flush();
    setUnsaved(version === null);
    if (version === null) return;
    // Somebody else's change came along with the last save: it has to be seen before it goes live.
    const now = session.view().values;
    const isOther = chosen.some((locale) => differences(pick(shown, locale), pick(now, locale)).length > 0);
    setOther(isOther);
    if (isOther) return;
    const result = await publish
      .mutateAsync({ projectId: project.id, entryId: entry.id, locales: [...chosen], base_version: version })
      .catch(() => null);
    if (!result) return;
    const more = result.warnings[0] ? ` ${result.warnings[0].message}` : '';
    tell(result.unchanged ? 'This was live already.' : `Live in ${chosen.map(languageName).join(', ')}.${more}`);
    onOpenChange(false);
    await refresh();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title="Publish"
      description={changed.length === 0 ? 'What is live is what is saved.' : 'This is what changes on the site.'}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{changed.length === 0 ? 'Close' : 'Cancel'}</Button>
          {changed.length > 0 && (
            <Button
              variant="primary"
              autoFocus
              disabled={chosen.length === 0}
              busy={publish.isPending}
              onClick={() => void submit()}
            >
              Publish {chosen.length > 1 ? `${chosen.length} languages` : chosen[0] ? languageName(chosen[0]) : ''}
            </Button>
          )}
        </>
      }
    >
      {unsaved && (
        <p role="alert" className="mb-4 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          {view.problem ?? 'Your latest changes are not saved yet.'} Nothing was published.
        </p>
      )}
      {isOther && (
        <p role="alert" className="mb-4 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
          Somebody else changed this meanwhile. Look again at what would go live.
        </p>
      )}
      {failure && (
        <div role="alert" className="mb-4 rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger">
          <p className="flex items-center gap-2 font-medium">
            <CircleAlert className="size-4 shrink-0" aria-hidden />
            {failure.details.length > 0 ? 'These have to be mended first:' : failure.message}
          </p>
          <ul className="mt-1.5 flex flex-col gap-1">
            {failure.details.map(({ path, message }) => {
              const [first, locale, field] = path;
              const isField = first === 'values' && typeof locale === 'string' && typeof field === 'string';
              return (
                <li key={`${path.join('.')}:${message}`}>
                  {isField ? (
                    <button
                      type="button"
                      className="text-left underline underline-offset-2"
                      onClick={() => {
                        onShowLocale(locale);
                        onOpenChange(false);
                      }}
                    >
                      {fieldLabel(collection, field)}, {languageName(locale)}
                    </button>
                  ) : null}{' '}
                  {message}
                </li>
              );
            })}
          </ul>
        </div>
      )}
      <div className="flex flex-col gap-6 pb-2">
        {changed.map((locale) => (
          <LocaleChange
            key={locale}
            locale={locale}
            before={live[locale]}
            after={view.values[locale] ?? {}}
            labelOf={(field) => fieldLabel(collection, field)}
            isChosen={chosen.includes(locale)}
            onToggle={() => setLeft(left.includes(locale) ? left.filter((one) => one !== locale) : [...left, locale])}
          />
        ))}
        {changed.length === 0 && (
          <p className="flex items-center gap-2 text-sm text-success">
            <CircleCheck className="size-4" aria-hidden /> Nothing to publish.
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface LocaleChangeProps {
  readonly locale: string;
  /** Undefined when nothing is live. */
  readonly before: LocaleValues | undefined;
  readonly after: LocaleValues;
  readonly labelOf: (field: string) => string;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function LocaleChange({ locale, before, after, labelOf, isChosen, onToggle }: LocaleChangeProps) {
  const fields = differences({ [locale]: before ?? {} }, { [locale]: after });
  return (
    <section>
      <label className="mb-2 flex items-center gap-2.5">
        <input type="checkbox" className="size-4 accent-accent" checked={isChosen} onChange={onToggle} />
        <span className="font-medium">{languageName(locale)}</span>
        {before ? <Badge tone="warning">changed</Badge> : <Badge tone="accent">new on the site</Badge>}
      </label>
      {isChosen && before && (
        <dl className="flex flex-col gap-3 pl-6.5">
          {fields.map(({ field }) => (
            <div key={field}>
              <dt className="mb-1 text-xs font-medium text-muted">{labelOf(field)}</dt>
              <dd>
                <TextDiff before={before[field]} after={after[field]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function pick(values: Values, locale: string): Values {
  const own = values[locale];
  return own ? { [locale]: own } : {};
}
