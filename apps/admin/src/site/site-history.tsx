'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { GitCompareArrows, Radio, Rocket, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { Page } from '@/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { changeLines, countsLine, peopleOf } from './change-words.ts';
import { LiveFiles } from './live-files.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

type Snapshot = Outputs['snapshots']['list']['data'][number];

/** Every change of what is live, who made it, and the way back to it. */
export function SiteHistory() {
  const { project, mayManage } = useProject();
  const trpc = useTRPC();
  const [restoring, setRestoring] = useState<Snapshot | null>(null);
  const history = useInfiniteQuery(
    trpc.snapshots.list.infiniteQueryOptions(
      { projectId: project.id, limit: 30 },
      { getNextPageParam: (page) => page.next_cursor ?? undefined },
    ),
  );
  const pointer = useQuery(
    trpc.snapshots.latest.queryOptions(
      { projectId: project.id },
      { retry: (failures, error) => failures < 2 && errorOf(error).status !== 404 },
    ),
  );
  const list = history.data?.pages.flatMap(({ data }) => data) ?? [];
  const live = list.find((one) => one.live) ?? null;
  return (
    <Page
      title="History of the site"
      lead="Each change of what is live is a snapshot that never changes. Any of them can be live again in a second."
    >
      {history.error && <Failed error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && (
        <div className="rounded-lg border bg-surface">
          <SkeletonRows count={6} />
        </div>
      )}
      {history.isSuccess && list.length === 0 && (
        <Empty icon={Rocket} title="Nothing was published yet">
          Publish an entry, and its snapshot appears here.
        </Empty>
      )}
      {pointer.data && <LiveFiles pointer={pointer.data} />}
      {list.length > 0 && (
        <ol className="divide-y rounded-lg border bg-surface">
          {list.map((snapshot, index) => {
            const before = list[index + 1];
            return (
              <li key={snapshot.sequence} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-72">
                  {changeLines(snapshot).map((line) => (
                    <p key={line} className="font-medium break-words">
                      {line}
                    </p>
                  ))}
                  <p className="text-xs text-muted">
                    <TimeAgo at={snapshot.created_at} /> · {[countsLine(snapshot), ...peopleOf(snapshot)].join(' · ')}
                  </p>
                </div>
                {snapshot.live && (
                  <Badge tone="success">
                    <Radio aria-hidden /> live
                  </Badge>
                )}
                {!snapshot.restorable && <Badge>no longer kept</Badge>}
                <div className="flex gap-1.5">
                  {before?.restorable && snapshot.restorable && (
                    <Button asChild variant="ghost" size="sm">
                      <Link
                        href={`/projects/${project.id}/site/compare?from=${before.snapshot_id}&to=${snapshot.snapshot_id}`}
                      >
                        <GitCompareArrows aria-hidden /> Changes
                      </Link>
                    </Button>
                  )}
                  {mayManage && !snapshot.live && snapshot.restorable && (
                    <Button size="sm" onClick={() => setRestoring(snapshot)}>
                      <RotateCcw aria-hidden /> Restore
                    </Button>
                  )}
                </div>
              </li>
            );
          })}
        </ol>
      )}
      {history.hasNextPage && (
        <Button className="mt-4" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          Earlier snapshots
        </Button>
      )}
      {live && restoring && <RestoreDialog live={live} target={restoring} onClose={() => setRestoring(null)} />}
    </Page>
  );
}
