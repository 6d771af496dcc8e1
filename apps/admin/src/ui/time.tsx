import { formats } from '@/i18n/language.ts';

/** How long ago something was; the exact time when pointed at. */
export function TimeAgo({ at, className }: { readonly at: string; readonly className?: string }) {
  const { ago, moment } = formats;
  return (
    <time dateTime={at} title={moment(at)} className={className} suppressHydrationWarning>
      {ago(at)}
    </time>
  );
}
