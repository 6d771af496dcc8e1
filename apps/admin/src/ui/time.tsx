'use client';

import { format, formatDistanceToNow } from 'date-fns';

/** How long ago something was; the exact time when pointed at. */
export function TimeAgo({ at, className }: { readonly at: string; readonly className?: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={format(date, 'PPpp')} className={className} suppressHydrationWarning>
      {formatDistanceToNow(date, { addSuffix: true })}
    </time>
  );
}
