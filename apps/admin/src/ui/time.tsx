import { useFormats } from '@/i18n/language-context.ts';

/** How long ago something was; the exact time when pointed at. */
export function TimeAgo({ at, className }: { readonly at: string; readonly className?: string }) {
  const { ago, moment } = useFormats();
  return (
    <time dateTime={at} title={moment(at)} className={className} suppressHydrationWarning>
      {ago(at)}
    </time>
  );
}
