'use client';

import { useEffect, useRef, useState } from 'react';
import { type ConnectOptions, connectPreview, type PreviewConnection } from '../preview/connect.ts';
import { withMarksOf } from '../preview/keep-marks.ts';

/** An entry of a loader, as far as its values are followed. */
interface Followed<Values> {
  readonly id: string;
  readonly locale: string;
  readonly values: Values;
}

let connection: PreviewConnection | null = null;
/** Called when there's another connection. */
const followers = new Set<() => void>();

function connect(made: PreviewConnection | null): void {
  connection = made;
  for (const follow of followers) follow();
}

export type StelePreviewProps = Pick<ConnectOptions, 'admin' | 'refresh' | 'before'>;

/**
 * Connects a website made with React to the editor that shows it: put it into the layout, in previews only. In Next.js, pass
 * `refresh={() => router.refresh()}` from a component of yours to renew pages without loading them again.
 */
export function StelePreview({ admin, refresh, before }: StelePreviewProps): null {
  const latest = useRef(refresh);
  latest.current = refresh;
  const hasRefresh = refresh !== undefined;
  useEffect(() => {
    const made = connectPreview({ admin, before, ...(hasRefresh && { refresh: () => latest.current?.() }) });
    connect(made);
    return () => {
      made.close();
      if (connection === made) connect(null);
    };
  }, [admin, hasRefresh, before]);
  return null;
}

/**
 * An entry's values, with what is typed in the editor as it is typed. Elsewhere the values as they are.
 *
 * @param entry an entry of a loader
 */
export function usePreviewValues<Values extends object>(entry: Followed<Values>): Values {
  const { id, locale, values } = entry;
  const name = `${id} ${locale}`;
  const [typed, setTyped] = useState<{ readonly name: string; readonly values: Partial<Values> } | null>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    const follow = (): void => {
      stop?.();
      stop = connection?.listen(id, locale, (given) => setTyped({ name, values: given as Partial<Values> }));
    };
    follow();
    followers.add(follow);
    return () => {
      followers.delete(follow);
      stop?.();
    };
  }, [id, locale, name]);
  return typed?.name === name ? { ...values, ...withMarksOf(typed.values, values) } : values;
}
