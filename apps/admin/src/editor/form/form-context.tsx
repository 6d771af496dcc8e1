import type { CollectionDocument, FieldValues, Json } from '@stele/schema';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import type { FormParts } from './form-parts.ts';
import type { FormStore } from './form-store.ts';
import type { OpenRows } from './open-rows.ts';
import { type FieldPath, partsOf } from './paths.ts';
import type { Problem, Problems } from './problems.ts';

/** An entry's form: what all of its languages have in common. */
export interface EntryForm {
  readonly entryId: string;
  readonly collection: CollectionDocument;
  readonly store: FormStore;
  readonly problems: Problems;
  readonly openRows: OpenRows;
  readonly parts: FormParts;
  readonly access: FormAccess;
}

/** The parts of an entry that one may not change. */
export interface FormAccess {
  readonly isReadOnly: (locale: string) => boolean;
  /** Whether what all languages share is read-only. */
  readonly isSharedReadOnly: boolean;
}

/** An entry's form in one language. */
export interface LocaleFormState extends EntryForm {
  readonly locale: string;
  /** Whether one may not change the language. */
  readonly readOnly: boolean;
  /** Values that are live in the language; null while none are. */
  readonly live: FieldValues | null;
}

type Subscribe = (listener: () => void) => () => void;

const Context = createContext<LocaleFormState | null>(null);

export const FormProvider = Context.Provider;

/** The form that a control is in. */
export function useForm(): LocaleFormState {
  const form = useContext(Context);
  if (!form) throw new Error('Used outside of a form.');
  return form;
}

/** The entry whose form something is in; null outside of forms. */
export function useOwnEntryId(): string | null {
  return useContext(Context)?.entryId || null;
}

/** Whether one may not change a field, or what is within it. */
export function useIsReadOnly(path: FieldPath): boolean {
  const { readOnly, access, collection } = useForm();
  const [key] = partsOf(path);
  const isShared = collection.fields.some((field) => field.key === key && !field.localized);
  return readOnly || (access.isSharedReadOnly && isShared);
}

/** A value in a store; the caller renders again when it changes. */
function useStored<Value>(store: { readonly subscribe: Subscribe }, read: () => Value): Value {
  return useSyncExternalStore(store.subscribe, read, read);
}

/** Listens to the value at a path. */
function useListen(path: FieldPath): Subscribe {
  const { store, locale } = useForm();
  return useCallback((listener) => store.listen(locale, path, listener), [store, locale, path]);
}

/** A field's value; the caller is drawn again when it changes, and only then. */
export function useFieldValue(path: FieldPath): Json | undefined {
  const { store, locale } = useForm();
  const read = (): Json | undefined => store.value(locale, path);
  return useSyncExternalStore(useListen(path), read, read);
}

/** Something worked out of a field's value: the caller is drawn again when the result changes. */
export function useFieldFact<Fact extends string | number | boolean | null | undefined>(
  path: FieldPath,
  factOf: (value: Json | undefined) => Fact,
): Fact {
  const { store, locale } = useForm();
  // Remembered for each way to work it out: the same value may mean something else to another one.
  const read = useMemo(() => {
    let last: { readonly value: Json | undefined; readonly fact: Fact } | null = null;
    return () => {
      const value = store.value(locale, path);
      if (last === null || last.value !== value) last = { value, fact: factOf(value) };
      return last.fact;
    };
  }, [store, locale, path, factOf]);
  return useSyncExternalStore(useListen(path), read, read);
}

/** Keys of a list's rows. */
export function useRowKeys(path: FieldPath): readonly string[] {
  const { store, locale } = useForm();
  const read = (): readonly string[] => store.rowKeys(locale, path);
  return useSyncExternalStore(useListen(path), read, read);
}

/** Errors of a field, a line each; undefined while there are none. */
export function useMessagesAt(path: FieldPath): string | undefined {
  const { problems, locale } = useForm();
  return useStored(problems, () => problems.messagesAt(locale, path));
}

/** Advice about a field, a line each. */
export function useWarningsAt(path: FieldPath): string | undefined {
  const { problems, locale } = useForm();
  return useStored(problems, () => problems.warningsAt(locale, path));
}

const NO_PROBLEMS: readonly Problem[] = [];
const never = (): (() => void) => () => undefined;

/** Problems in parts of a field's value; none outside of a form. */
export function useNodeProblems(path: FieldPath): readonly Problem[] {
  const form = useContext(Context);
  const read = (): readonly Problem[] => form?.problems.nodesAt(form.locale, path) ?? NO_PROBLEMS;
  return useSyncExternalStore(form?.problems.subscribe ?? never, read, read);
}

/** How many problems there are at some paths and within them. */
export function useProblemCount(paths: readonly FieldPath[]): number {
  const { problems, locale } = useForm();
  return useStored(problems, () => paths.reduce((sum, path) => sum + problems.countWithin(locale, path), 0));
}

/** A text at a path that can't be read as a value yet, and what sets it. */
export function useUnreadText(path: FieldPath): readonly [string | undefined, (text: string | null) => void] {
  const { store, locale } = useForm();
  const read = (): string | undefined => store.unread(locale, path);
  const text = useSyncExternalStore(store.listenToUnread, read, read);
  const set = useCallback((next: string | null) => store.setUnread(locale, path, next), [store, locale, path]);
  return [text, set];
}

/** Whether a row is open. */
export function useIsRowOpen(key: string): boolean {
  const { openRows } = useForm();
  return useStored(openRows, () => openRows.isOpen(key));
}

/** Path of what holds a field: an object, a row, or the locale itself. */
export function parentPath(path: FieldPath): FieldPath {
  return partsOf(path).slice(0, -1).join('.');
}
