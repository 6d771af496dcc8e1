import { Loading, Skeleton } from '@/ui/states.tsx';

/** The place that an editor will take. */
export function EditorSkeleton() {
  return (
    <Loading className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-6 pt-8">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-48" />
    </Loading>
  );
}
