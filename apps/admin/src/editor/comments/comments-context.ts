import { createContext, useContext } from 'react';
import type { Outputs } from '@/api/trpc.ts';
import type { EntryForm, LocaleFormState } from '../form/form-context.tsx';
import { lastingPath, pathNow } from '../form/lasting-path.ts';
import type { FieldPath } from '../form/paths.ts';
import type { TextAnchor } from './text-anchor.ts';

export type Thread = Outputs['comments']['list']['data'][number];

/** The subject of a comment: a field, or the entry when there's no path. */
export interface CommentSubject {
  readonly locale: string | null;
  /** A lasting one. */
  readonly path: string | null;
  readonly anchor: TextAnchor | null;
}

/** Comments of the entry that is open. */
interface Commenting {
  readonly threads: readonly Thread[];
  /** Shows the comments at a place, and lets one write there. */
  readonly open: (place: CommentSubject) => void;
}

const Context = createContext<Commenting | null>(null);

export const CommentingProvider = Context.Provider;

/** Null outside of an entry's editor. */
export function useCommenting(): Commenting | null {
  return useContext(Context);
}

/** The place of a field; one that all languages share has no language. */
export function placeOf({ collection, store }: EntryForm, locale: string, path: FieldPath): CommentSubject {
  const [key] = path.split('.', 1);
  const isOwn = collection.fields.some((field) => field.key === key && field.localized);
  return { locale: isOwn ? locale : null, path: lastingPath(store, locale, path), anchor: null };
}

/** Whether a thread is about a place, also when it names blocks there by their index. */
export function isAbout(
  { store, locale: shown }: Pick<LocaleFormState, 'store' | 'locale'>,
  thread: Thread,
  { locale, path }: CommentSubject,
): boolean {
  if (thread.locale !== locale) return false;
  if (thread.path === path || thread.path === null || path === null) return thread.path === path;
  const at = locale ?? shown;
  return pathNow(store, at, thread.path) === pathNow(store, at, path);
}
