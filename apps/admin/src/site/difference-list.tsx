'use client';

import type { Json } from '@stele/schema';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import ValueChange from '@/changes/value-change.tsx';
import { useFormats } from '@/i18n/language-context.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { Failed, SkeletonRows } from '@/ui/states.tsx';

type Difference = Outputs['snapshots']['diff']['data'][number];

const WORDS = {
  added: { words: 'comes', tone: 'success' },
  changed: { words: 'changes', tone: 'warning' },
  moved: { words: 'moves', tone: 'info' },
  removed: { words: 'goes', tone: 'danger' },
} as const;

interface DifferenceListProps {
  /** Snapshot ids. */
  readonly from: string;
  readonly to: string;
  /** Only which entries, without their fields. */
  readonly brief?: boolean;
}

/** What differs between two snapshots, entry by entry. */
export function DifferenceList({ from, to, brief = false }: DifferenceListProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const diff = useInfiniteQuery(
    trpc.snapshots.diff.infiniteQueryOptions(
      { projectId: project.id, snapshotId: from, otherId: to, limit: 30 },
      { getNextPageParam: (page) => page.next_cursor ?? undefined },
    ),
  );
  const list = diff.data?.pages.flatMap(({ data }) => data) ?? [];
  if (diff.error) return <Failed error={diff.error} onRetry={() => void diff.refetch()} />;
  if (diff.isPending) return <SkeletonRows count={3} />;
  if (list.length === 0) return <p className="text-sm text-muted">The two say the same.</p>;
  return (
    <>
      <Differences list={list} brief={brief} />
      {diff.hasNextPage && (
        <Button size="sm" className="mt-3" busy={diff.isFetchingNextPage} onClick={() => void diff.fetchNextPage()}>
          More
        </Button>
      )}
    </>
  );
}

function Differences({ list, brief }: { readonly list: readonly Difference[]; readonly brief: boolean }) {
  const { project, schema } = useProject();
  const { language } = useFormats();
  const trpc = useTRPC();
  const ids = [...new Set(list.map((one) => one.entry_id))];
  const entries = useQueries({
    queries: ids.map((entryId) =>
      trpc.entries.get.queryOptions({ projectId: project.id, entryId }, { staleTime: 60_000, retry: false }),
    ),
  });
  return (
    <ul className="divide-y rounded-lg border bg-surface">
      {list.map((one) => {
        const entry = entries[ids.indexOf(one.entry_id)]?.data;
        const collection = schema?.collections.find(({ key }) => key === one.collection_key) ?? null;
        const { words, tone } = WORDS[one.change];
        const titleField = one.fields.find(({ field }) => field === (collection?.title_field ?? 'title'));
        const title = entry?.title || String(titleField?.after ?? titleField?.before ?? one.entry_id);
        return (
          <li key={`${one.entry_id}:${one.locale}:${one.collection_key}`} className="px-4 py-3">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <Badge tone={tone}>{words}</Badge>
              {entry ? (
                <Link
                  href={`/projects/${project.id}/entries/${one.entry_id}`}
                  className="min-w-0 truncate font-medium hover:underline"
                >
                  {title}
                </Link>
              ) : (
                <span className="min-w-0 truncate font-medium">{title}</span>
              )}
              <span className="text-xs text-muted">
                {collection?.label ?? one.collection_key}, {language(one.locale)}
              </span>
            </p>
            {!brief && one.change === 'changed' && (
              <dl className="mt-2 flex flex-col gap-2">
                {one.fields.map(({ field, before, after }) => (
                  <div key={field}>
                    <dt className="mb-1 text-xs font-medium text-muted">
                      {collection?.fields.find(({ key }) => key === field)?.label ?? field}
                    </dt>
                    <dd>
                      <ValueChange
                        shape={collection?.fields.find(({ key }) => key === field) ?? null}
                        before={before as Json}
                        after={after as Json}
                      />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        );
      })}
    </ul>
  );
}
