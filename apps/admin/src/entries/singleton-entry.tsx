import type { CollectionDocument } from '@stele/schema';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { list as t } from '#messages/list';
import { useTRPC } from '@/api/trpc.ts';
import { withWords } from '@/i18n/load-words.ts';
import { mayCreate } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Empty, Failed, SkeletonRows } from '@/ui/states.tsx';
import { useNewEntry } from './use-new-entry.ts';

const EntryScreen = lazy(async () => ({ default: (await withWords(import('@/editor/entry-screen.tsx'))).EntryScreen }));

/** The only entry of a collection, opened; or the way to create it. */
export function SingletonEntry({ collection }: { readonly collection: CollectionDocument }) {
  const open = useProject();
  const { project } = open;
  const trpc = useTRPC();
  const { create, isPending } = useNewEntry();
  const entries = useQuery(
    trpc.entries.list.queryOptions({ projectId: project.id, collection: collection.key, limit: 1 }),
  );
  const [only] = entries.data?.data ?? [];
  if (only) {
    return (
      <Suspense fallback={<SkeletonRows />}>
        <EntryScreen id={only.id} />
      </Suspense>
    );
  }
  if (entries.error) return <Failed error={entries.error} onRetry={() => void entries.refetch()} />;
  if (entries.isPending) return <SkeletonRows />;
  return (
    <Empty
      icon={FileText}
      title={collection.label}
      action={
        mayCreate(open, collection.key) && (
          <Button label={t.begin} variant="primary" busy={isPending} onClick={() => create(collection.key)} />
        )
      }
      help={t.noContent}
    />
  );
}
