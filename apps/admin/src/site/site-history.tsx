import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows, Rocket } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { site as t } from '#messages/site';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { useProject } from '@/project/project-context.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { NextPage } from '@/ui/next-page.tsx';
import { Page, Section } from '@/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '@/ui/states.tsx';
import { HistoryRow } from './history-row.tsx';
import { LiveCard } from './live-card.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

type Snapshot = Outputs['snapshots']['list']['data'][number];

/** The version that is live, and every one before: who made it, and the way back to it. */
export function SiteHistory() {
  const { project } = useProject();
  const trpc = useTRPC();
  const [restoring, setRestoring] = useState<Snapshot | null>(null);
  const { query: history, rows: list } = usePages(trpc.snapshots.list, { projectId: project.id, limit: 30 });
  const pointer = useQuery(
    trpc.snapshots.latest.queryOptions(
      { projectId: project.id },
      { retry: (failures, error) => failures < 2 && errorOf(error).status !== 404 },
    ),
  );
  const live = list.find((one) => one.live) ?? null;
  return (
    <Page
      title={t.title}
      lead={t.lead}
      action={
        list.length > 1 && (
          <LinkButton
            icon={GitCompareArrows}
            label={t.compare}
            href={`/projects/${project.id}/site/compare`}
            className="max-sm:h-11"
          />
        )
      }
    >
      {history.error && <Failed error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && (
        <div className="rounded-lg border bg-surface">
          <SkeletonRows count={6} />
        </div>
      )}
      {history.isSuccess && list.length === 0 && <Empty icon={Rocket} title={t.nothing} help={t.nothingHelp} />}
      {live && <LiveCard live={live} pointer={pointer.data} />}
      {list.length > 0 && (
        <Section title={common.history}>
          <ol className="divide-y rounded-lg border bg-surface">
            {list.map((snapshot, index) => (
              <HistoryRow
                key={snapshot.sequence}
                snapshot={snapshot}
                before={list[index + 1]}
                onRestore={() => setRestoring(snapshot)}
              />
            ))}
          </ol>
          <NextPage query={history} className="mt-4" label={t.earlier} />
        </Section>
      )}
      {live && restoring && <RestoreDialog live={live} target={restoring} onClose={() => setRestoring(null)} />}
    </Page>
  );
}
