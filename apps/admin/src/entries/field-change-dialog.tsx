import { type FieldDocument, fieldKind } from '@stele/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { common } from '#messages/common';
import { fieldChange as t } from '#messages/fieldChange';
import { list as words } from '#messages/list';
import { ValueSession } from '@/editor/form/value-session.ts';
import { useValueCheck, ValueField } from '@/editor/value-field.tsx';
import { type FieldChange, useDryRun } from '@/entry/dry-run.ts';
import { useRefusals } from '@/entry/refusals.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ChangeDialog } from '@/ui/change-dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Checkbox, Select } from '@/ui/input.tsx';
import { fieldsToChange } from './fields-to-change.ts';
import type { ListedEntry } from './list-columns.tsx';
import { useListQuery } from './list-query.ts';
import { versionsOf } from './use-bulk.ts';

/** The time after the last key until the preview of the change is asked for. */
const PAUSE_MS = 300;

interface FieldChangeDialogProps {
  readonly rows: readonly ListedEntry[];
  readonly busy: boolean;
  /** @param locales of each entry that changes, those in which it does */
  readonly onConfirm: (locales: ReadonlyMap<string, readonly string[]>, change: FieldChange) => void;
  readonly onClose: () => void;
}

/** Asks which field of some entries of a collection becomes what, in which languages, and says what that would do. */
export function FieldChangeDialog({ rows, busy, onConfirm, onClose }: FieldChangeDialogProps) {
  const { project, schema } = useProject();
  const { language } = formats;
  const [{ locale: filtered }] = useListQuery();
  const dryRun = useDryRun();
  const refusalsOf = useRefusals();
  const check = useValueCheck();
  const fields = fieldsToChange(schema, rows);
  const [key, setKey] = useState('');
  const field = fields.find((one) => one.key === key) ?? null;
  const begun = project.locales.filter((locale) => rows.some((row) => isBegun(row, locale)));
  const preferred = filtered ?? project.default_locale;
  const [locales, setLocales] = useState<readonly string[]>(
    begun.includes(preferred) ? [preferred] : begun.slice(0, 1),
  );
  const [isEmptied, setEmptied] = useState(false);
  const session = useMemo(() => field && beginValue(field, preferred), [field, preferred]);
  useSyncExternalStore(session?.subscribe ?? never, session?.view ?? nothing, nothing);
  const value = isEmptied ? null : (session?.value() ?? null);
  const isGiven = isEmptied || (value !== null && session?.isRead() === true);
  const targets = new Map<string, readonly string[]>();
  for (const row of rows) {
    const own = (field?.localized ? locales : project.locales).filter((locale) => isBegun(row, locale));
    if (field && own.length > 0) targets.set(row.id, own);
  }
  const ids = [...targets.keys()];
  const asked = { action: 'set', ids, locales: [...targets.values()], versions: versionsOf(ids, rows) } as const;
  const change = { field: key, value };
  const isSettled = useSettled(JSON.stringify(change));
  const isReady = isGiven && ids.length > 0;
  const query = useQuery({
    ...dryRun({ ...asked, change }),
    enabled: isReady && isSettled,
    placeholderData: keepPreviousData,
  });
  const items = (isReady && query.data?.items) || [];
  const refused = refusalsOf(items, rows);
  const changed = items.filter(({ result }) => result === 'changed').map(({ id }) => id);
  const same = items.filter(({ result }) => result === 'unchanged').map(({ id }) => id);
  const absent = isReady ? rows.filter(({ id }) => !targets.has(id)).map(({ id }) => id) : [];
  const affected = (id: string, note?: string) => ({
    id,
    title: rows.find((one) => one.id === id)?.title || common.untitled,
    note,
  });
  const [isChecking, setChecking] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const confirm = async (): Promise<void> => {
    if (session && !isEmptied) {
      setChecking(true);
      const isSound = await check(session).finally(() => setChecking(false));
      if (!isSound || !isOpen.current) return;
    }
    onConfirm(new Map(changed.map((id) => [id, targets.get(id) ?? []])), change);
  };
  return (
    <ChangeDialog
      onClose={onClose}
      tone="primary"
      title={t.title({ count: rows.length })}
      consequence={t.consequence}
      action={t.action({ count: changed.length })}
      busy={busy || isChecking}
      disabled={changed.length === 0 || !isSettled || query.isPlaceholderData}
      {...(isReady && { query })}
      parts={[
        {
          heading: t.refused({ count: refused.length }),
          items: refused.map(({ id, message }) => ({
            ...affected(id, message),
            href: `/projects/${project.id}/entries/${id}`,
          })),
          isProblem: true,
        },
        { heading: t.changes({ count: changed.length }), items: changed.map((id) => affected(id)) },
        {
          heading: words.stay({ count: same.length + absent.length }),
          items: [...same.map((id) => affected(id, t.same)), ...absent.map((id) => affected(id, t.absent))],
        },
      ]}
      onConfirm={() => void confirm()}
    >
      <Field label={words.field}>
        {(control) => (
          <Select
            {...control}
            className="max-sm:h-11"
            value={key}
            options={[
              ...(field ? [] : [['', t.choose] as const]),
              ...fields.map((one) => [one.key, one.label] as const),
            ]}
            onChange={(next) => {
              setKey(next);
              setEmptied(false);
            }}
          />
        )}
      </Field>
      {field?.localized && begun.length > 1 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-semibold">{common.languages}</legend>
          {begun.map((locale) => (
            <Checkbox
              key={locale}
              label={language(locale)}
              className="min-h-9"
              checked={locales.includes(locale)}
              onChange={() =>
                setLocales(begun.filter((one) => (one === locale ? !locales.includes(one) : locales.includes(one))))
              }
            />
          ))}
        </fieldset>
      )}
      {field && session && (
        <div className="flex flex-col gap-1">
          {field.show_if && <p className="text-sm text-muted">{t.conditional}</p>}
          {!isEmptied && <ValueField key={field.key} session={session} />}
          {fieldKind(field.type).holds !== 'boolean' && (
            <Checkbox label={t.empty} className="min-h-9" checked={isEmptied} onChange={() => setEmptied(!isEmptied)} />
          )}
        </div>
      )}
    </ChangeDialog>
  );
}

const never = (): (() => void) => () => undefined;
const nothing = (): null => null;

/** A switch says “no” from the start; everything else is empty until something is chosen. */
function beginValue(field: FieldDocument, locale: string): ValueSession {
  return new ValueSession(field, locale, fieldKind(field.type).holds === 'boolean' ? false : null);
}

function isBegun(row: ListedEntry, locale: string): boolean {
  return Object.hasOwn(row.locales_status, locale);
}

/** Whether something has been the same for a while. */
function useSettled(now: string): boolean {
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return settled === now;
}
