import { type FieldDocument, isSameJson, type Json } from '@stele/schema';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { ValueSession } from '@/editor/form/value-session.ts';
import { useValueCheck, ValueField } from '@/editor/value-field.tsx';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { useFieldChangeWords } from '@/i18n/field-change-words.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import type { Values } from '@/values/values.ts';
import type { ListedEntry } from './list-columns.tsx';

interface CellEditorProps {
  readonly entry: ListedEntry;
  readonly field: FieldDocument;
  readonly locale: string;
  /** @param isLeft whether it was left by a key: the focus is to go back to the cell then */
  readonly onClose: (isLeft: boolean) => void;
}

/** Edits a value in its cell: Enter and leaving it save, Escape gives up. */
export function CellEditor({ entry, onClose, ...props }: CellEditorProps) {
  const { common } = useMessages();
  const { project } = useProject();
  const trpc = useTRPC();
  // The list has long texts cut.
  const query = useQuery(trpc.entries.get.queryOptions({ projectId: project.id, entryId: entry.id }, { gcTime: 0 }));
  // What is read again meanwhile isn't what was edited.
  const [read, setRead] = useState<Outputs['entries']['get'] | null>(null);
  if (!read && query.data && !query.isFetching) setRead(query.data);
  const failure = read ? null : query.error;
  useEffect(() => {
    if (!failure) return;
    tellFailure(common.notDone, failure);
    onClose(true);
  }, [failure, common, onClose]);
  const box = useRef<HTMLDivElement>(null);
  // Keys that are pressed before it's there do nothing else.
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: has the focus until the control within has it
    <div
      ref={box}
      tabIndex={-1}
      className="relative z-20 min-w-full"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (!read && event.key === 'Escape') onClose(true);
      }}
    >
      {read ? <OpenCell entry={read} onClose={onClose} {...props} /> : <Skeleton className="h-8 w-full" />}
    </div>
  );
}

function OpenCell({
  entry,
  field,
  locale,
  onClose,
}: Omit<CellEditorProps, 'entry'> & { readonly entry: Outputs['entries']['get'] }) {
  const { project } = useProject();
  const t = useFieldChangeWords();
  const client = useTRPCClient();
  const refresh = useRefresh();
  const check = useValueCheck();
  const before = ((entry.values as Values)[locale]?.[field.key] ?? null) as Json;
  const [session] = useState(() => new ValueSession(field, locale, before));
  const [isBusy, setBusy] = useState(false);
  const isOver = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const control = box.current?.querySelector<HTMLElement>('input, select, button');
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }, []);
  const write = (value: Json, version: number) =>
    client.entries.patchDraft.mutate({
      projectId: project.id,
      entryId: entry.id,
      values: { [locale]: { [field.key]: value } },
      base_version: version,
      merge: true,
    });
  const undo = (version: number): void =>
    void write(before, version).then(
      () => {
        tell(t.undone(field.label));
        return refresh();
      },
      (error: unknown) => tellFailure(t.notUndone, error),
    );
  const close = (isLeft: boolean): void => {
    isOver.current = true;
    onClose(isLeft);
  };
  const save = async (isLeft: boolean): Promise<void> => {
    if (isOver.current || isBusy) return;
    if (session.isRead() && isSameJson(session.value(), before)) return close(isLeft);
    setBusy(true);
    try {
      if (!(await check(session))) return;
      const { version } = await write(session.value(), entry.version);
      tell(t.saved(field.label), () => undo(version), `${entry.id} ${field.key}`);
      await refresh();
      close(isLeft);
    } catch (error) {
      const { code, message, details } = errorOf(error);
      const own = details.filter(({ path }) => code === 'validation_failed' && path[2] === field.key);
      session.refuse(own.length > 0 ? own : [{ message }]);
    } finally {
      setBusy(false);
    }
  };
  const press = (event: KeyboardEvent): void => {
    // Keys of the list go through its rows.
    event.stopPropagation();
    if (isBusy && event.key !== 'Tab') event.preventDefault();
    else if (event.key === 'Escape') close(true);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void save(true);
    }
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    // A window that loses the focus doesn't end it.
    if (!currentTarget.contains(relatedTarget) && document.hasFocus()) void save(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to keys and to the focus of the control within.
    <div
      ref={box}
      aria-busy={isBusy}
      onKeyDown={press}
      onBlur={leave}
      className="w-max min-w-full max-w-72 rounded-md border bg-surface p-1.5 shadow-pop"
    >
      <ValueField session={session} isLabelHidden />
    </div>
  );
}
