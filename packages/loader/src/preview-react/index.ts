'use client';

import { useEffect, useRef, useState } from 'react';
import { type ConnectOptions, connectPreview, type PreviewConnection } from '../preview/connect.ts';

/** An entry of a loader, as far as its values are followed. */
interface Followed<Values> {
  readonly id: string;
  readonly locale: string;
  readonly values: Values;
}

let connection: PreviewConnection | null = null;
let connecting: ((made: PreviewConnection) => void)[] = [];

/** What `<StelePreview>` takes. */
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
    connection = made;
    for (const waiting of connecting) waiting(made);
    connecting = [];
    return () => {
      made.close();
      if (connection === made) connection = null;
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
  const [typed, setTyped] = useState<Partial<Values> | null>(null);
  const { id, locale, values } = entry;
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isOver = false;
    const begin = (made: PreviewConnection): void => {
      if (!isOver) stop = made.listen(id, locale, (given) => setTyped(given as Partial<Values>));
    };
    if (connection) begin(connection);
    else connecting.push(begin);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [id, locale]);
  return typed ? { ...values, ...typed } : values;
}
