import { useMessages } from '@/i18n/language-context.ts';
import { Skeleton } from '@/ui/states.tsx';

/** The place that an editor will take. */
export function EditorSkeleton() {
  const t = useMessages().common;
  return (
    <div role="status" aria-label={t.loading} className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-6 pt-8">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-48" />
    </div>
  );
}
