import type { CollectionDocument } from '@stele/schema';
import { createContext, useContext } from 'react';
import type { Outputs } from '@/api/trpc.ts';
import type { TextAnchor } from './text-anchor.ts';

export type Thread = Outputs['comments']['list']['data'][number];

/** What a comment is about; without a path, the entry. */
export interface CommentPlace {
  readonly locale: string | null;
  readonly path: string | null;
  readonly anchor: TextAnchor | null;
}

/** Comments of the entry that is open. */
interface Commenting {
  readonly threads: readonly Thread[];
  /** Shows the comments at a place, and lets one write there. */
  readonly open: (place: CommentPlace) => void;
}

const Context = createContext<Commenting | null>(null);

export const CommentingProvider = Context.Provider;

/** Null outside of an entry's editor. */
export function useCommenting(): Commenting | null {
  return useContext(Context);
}

/** The place of a field; one that all languages share has no language. */
export function placeOf({ fields }: CollectionDocument, locale: string, path: string): CommentPlace {
  const [key] = path.split('.', 1);
  const isOwn = fields.some((field) => field.key === key && field.localized);
  return { locale: isOwn ? locale : null, path, anchor: null };
}

export function isAtPlace(thread: Thread, { locale, path }: CommentPlace): boolean {
  return thread.path === path && thread.locale === locale;
}
