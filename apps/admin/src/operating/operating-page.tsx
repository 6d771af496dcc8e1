import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { operating as t } from '#messages/operating';
import { shell } from '#messages/shell';
import { useTRPC } from '@/api/trpc.ts';
import { useSession } from '@/api/use-session.ts';
import { OutsidePage } from '@/sign-in/outside-page.tsx';
import { Button } from '@/ui/button.tsx';
import { Page } from '@/ui/page.tsx';
import { QueryState } from '@/ui/states.tsx';
import { DeadJobs } from './dead-jobs.tsx';
import { InstanceFacts } from './instance-facts.tsx';
import { InstanceLog } from './instance-log.tsx';
import { JobKinds } from './job-kinds.tsx';
import { PeopleSection } from './people-section.tsx';
import { ProjectSizes } from './project-sizes.tsx';
import { RecentErrors } from './recent-errors.tsx';

const ASK_EVERY_MS = 15_000;

/** The operator's view of the instance: health, jobs, sizes and errors, read again every few seconds. */
export function OperatingPage() {
  const trpc = useTRPC();
  const { data: user } = useSession();
  const options = { enabled: Boolean(user), refetchInterval: ASK_EVERY_MS, retry: false };
  const state = useQuery(trpc.operating.state.queryOptions({}, options));
  return (
    <OutsidePage>
      <Page
        title={shell.operating}
        lead={t.lead}
        action={
          <Button busy={state.isFetching} onClick={() => void state.refetch()}>
            <RefreshCw className="size-4" aria-hidden /> {t.refresh}
          </Button>
        }
      >
        <QueryState query={state} rows={8} />
        {state.data && (
          <>
            <InstanceFacts state={state.data} />
            <JobKinds kinds={state.data.job_kinds} />
            <DeadJobs jobs={state.data.dead_jobs} />
            <ProjectSizes projects={state.data.projects} />
            <PeopleSection />
            <InstanceLog />
            <RecentErrors errors={state.data.recent_errors} />
          </>
        )}
      </Page>
    </OutsidePage>
  );
}
