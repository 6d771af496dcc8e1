import { type FieldDocument, isSameJson, isShown, type Json, type Values as SchemaValues } from '@stele/schema';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { common } from '#messages/common';
import { fieldChange as t } from '#messages/fieldChange';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { ValueSession } from '@/editor/form/value-session.ts';
import { useValueCheck, ValueField } from '@/editor/value-field.tsx';
import { useRefusals } from '@/entry/refusals.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { useProject } from '@/project/project-context.tsx';
import { isComposing, isEnter } from '@/ui/keys.ts';
import { Skeleton } from '@/ui/states.tsx';
import { tell, tellFailure, tellProblem, tellUnsaved } from '@/ui/toast.tsx';
import type { Values } from '@/values/values.ts';
import type { ListedEntry } from './list-columns.tsx';

interface CellEditorProps {
  readonly entry: ListedEntry;
  readonly field: FieldDocument;
  readonly locale: string;
  /** @param isLeft whether it was left by a key: the focus is to go back to the cell then */
  readonly onClose: (isLeft: boolean) => void;
}

/** Edits a value in its cell: Enter, leaving it and its going away save; Escape gives up. */
export function CellEditor({ entry, onClose, ...props }: CellEditorProps) {
  const { project, schema } = useProject();
  const trpc = useTRPC();
  // The list has long texts cut.
  const query = useQuery(trpc.entries.get.queryOptions({ projectId: project.id, entryId: entry.id }, { gcTime: 0 }));
  // Values that are read again meanwhile aren't those that were edited.
  const [read, setRead] = useState<Outputs['entries']['get'] | null>(null);
  if (!read && query.data && !query.isFetching) setRead(query.data);
  const failure = read ? null : query.error;
  useEffect(() => {
    if (!failure) return;
    tellFailure(common.notDone, failure);
    onClose(true);
  }, [failure, common, onClose]);
  const { field, locale } = props;
  const fields = schema?.collections.find(({ key }) => key === entry.collection_key)?.fields ?? [];
  const isHidden = read !== null && !isShown(field, fields, ((read.values as Values)[locale] ?? {}) as SchemaValues);
  useEffect(() => {
    if (!isHidden) return;
    tellProblem(t.hidden({ field: field.label }), t.hiddenHelp);
    onClose(true);
  }, [isHidden, field.label, t, onClose]);
  const box = useRef<HTMLDivElement>(null);
  const open = useRef(onClose);
  // Keys that are pressed before it's there do nothing else. Who has gone elsewhere meanwhile stays there.
  useEffect(() => {
    const own = box.current;
    // The control in it has the focus already where the entry was read just before.
    if (own?.contains(document.activeElement)) return;
    if (mayTakeFocus(own)) own?.focus();
    else open.current(false);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it holds the focus until the control in it is loaded, and closes when the focus leaves
    <div
      ref={box}
      tabIndex={-1}
      data-edited={entry.id}
      className="relative z-20 min-w-full"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (!read && event.key === 'Escape') onClose(true);
      }}
      onBlur={() => {
        if (!read && document.hasFocus()) onClose(false);
      }}
    >
      {read && !isHidden ? <OpenCell entry={read} onClose={onClose} {...props} /> : <Skeleton className="h-8 w-full" />}
    </div>
  );
}

function OpenCell({
  entry,
  field,
  locale,
  onClose,
}: Omit<CellEditorProps, 'entry'> & { readonly entry: Outputs['entries']['get'] }) {
  const { project, user } = useProject();
  const refusalsOf = useRefusals();
  const client = useTRPCClient();
  const refresh = useRefresh();
  const check = useValueCheck();
  const before = ((entry.values as Values)[locale]?.[field.key] ?? null) as Json;
  const [session] = useState(() => new ValueSession(field, locale, before));
  const [isBusy, setBusy] = useState(false);
  const isOver = useRef(false);
  const isSaving = useRef(false);
  const isThere = useRef(true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!mayTakeFocus(box.current)) return;
    const control = box.current?.querySelector<HTMLElement>('input, button');
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }, []);
  const undo = (version: number): void =>
    void client.entries.bulk
      .mutate({
        projectId: project.id,
        action: 'undo_set',
        entry_ids: [entry.id],
        base_versions: [version],
        partial: true,
      })
      .then(
        ({ data }) => {
          const [refused] = refusalsOf(data, [entry]);
          if (refused) tellProblem(t.notUndone, refused.message);
          else tell(t.undone({ field: field.label }));
          return refresh();
        },
        (error: unknown) => tellFailure(t.notUndone, error),
      );
  const close = (isLeft: boolean): void => {
    isOver.current = true;
    // Who has gone elsewhere while it was saved stays there.
    onClose(isLeft && box.current?.contains(document.activeElement) === true);
  };
  const isUnchanged = (): boolean => session.isRead() && isSameJson(session.value(), before);
  const save = async (isLeft: boolean): Promise<void> => {
    if (isOver.current || isSaving.current) return;
    if (isUnchanged()) return close(isLeft);
    isSaving.current = true;
    setBusy(true);
    try {
      if (!(await check(session))) {
        const [wrong] = session.view().errors;
        if (isThere.current) return;
        return wrong ? tellProblem(common.notDone, wrong.message) : tellUnsaved();
      }
      const { version, updated_by: by } = await client.entries.patchDraft.mutate({
        projectId: project.id,
        entryId: entry.id,
        values: { [locale]: { [field.key]: session.value() } },
        base_version: entry.version,
        merge: true,
      });
      // Where someone else has saved the same meanwhile, there's nothing of one's own to undo.
      const isOwn = version > entry.version && by.id === user.id;
      tell(t.saved({ field: field.label }), isOwn ? () => undo(version) : undefined, `${entry.id} ${field.key}`);
      await refresh();
      close(isLeft);
    } catch (error) {
      if (!isThere.current) return tellFailure(common.notDone, error);
      const { code, message, details } = errorOf(error);
      const own = details.filter(({ path }) => code === 'validation_failed' && path[2] === field.key);
      session.refuse(own.length > 0 ? own : [{ message }]);
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  };
  const saveRest = useRef<() => void>(() => undefined);
  saveRest.current = () => {
    if (!isUnchanged()) void save(false);
  };
  // A row that leaves the list takes nothing with it that was typed.
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      saveRest.current();
    };
  }, []);
  const press = (event: KeyboardEvent): void => {
    // Keys of the list go through its rows.
    event.stopPropagation();
    if (isBusy && event.key !== 'Tab') event.preventDefault();
    else if (event.key === 'Escape' && !isComposing(event)) close(true);
    else if (isEnter(event) && !opensPopup(event)) {
      event.preventDefault();
      void save(true);
    }
  };
  /** Enter saves also in a select, which would open its list; Space and arrows do that. */
  const pressFirst = (event: KeyboardEvent<HTMLElement>): void => {
    if (!isEnter(event) || !(event.target instanceof Element && event.target.matches(CLOSED_SELECT))) return;
    event.stopPropagation();
    event.preventDefault();
    if (!isBusy) void save(true);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    const isInPopup = relatedTarget?.closest('[data-radix-popper-content-wrapper]') != null;
    // A window that loses the focus doesn't end it, nor does what opens beside its control.
    if (!isInPopup && !currentTarget.contains(relatedTarget) && document.hasFocus()) void save(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter, Escape and leaving are those of the control in it, whatever its type
    <div
      ref={box}
      aria-busy={isBusy}
      onKeyDownCapture={pressFirst}
      onKeyDown={press}
      onBlur={leave}
      className="w-max min-w-full max-w-72 rounded-md border bg-surface p-1.5 shadow-pop"
    >
      <ValueField session={session} isLabelHidden />
    </div>
  );
}

const CLOSED_SELECT = '[role="combobox"][aria-expanded="false"]';

/** Whether a key is pressed on a button that opens something, such as a calendar. */
function opensPopup({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[aria-haspopup="dialog"]') !== null;
}

/** Whether the focus is on nothing, or in the row that is edited. */
function mayTakeFocus(box: HTMLElement | null): boolean {
  const { activeElement: active, body } = document;
  return active === null || active === body || box?.closest('[data-index]')?.contains(active) === true;
}
