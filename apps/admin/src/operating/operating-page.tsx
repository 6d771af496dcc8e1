import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useOperatingWords } from '@/i18n/operating-words.ts';
import { SignedInAs } from '@/sign-in/signed-in-as.tsx';
import { useSignedIn } from '@/sign-in/use-signed-in.ts';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { Page } from '@/ui/page.tsx';
import { QueryState } from '@/ui/states.tsx';
import { DeadJobs } from './dead-jobs.tsx';
import { InstanceFacts } from './instance-facts.tsx';
import { JobKinds } from './job-kinds.tsx';
import { ProjectSizes } from './project-sizes.tsx';
import { RecentErrors } from './recent-errors.tsx';

const ASK_EVERY_MS = 15_000;

/** What the operator of the instance looks at: health, jobs, sizes and errors, read again every few seconds. */
export function OperatingPage() {
  const t = useOperatingWords();
  const { common } = useMessages();
  const trpc = useTRPC();
  const { isSignedIn, user } = useSignedIn();
  const state = useQuery(
    trpc.operating.state.queryOptions({}, { enabled: isSignedIn, refetchInterval: ASK_EVERY_MS, retry: false }),
  );
  return (
    <main className="pt-4">
      <div className="mx-auto w-full max-w-4xl px-4 sm:px-6">
        <Link href="/" className="inline-flex items-center gap-1.5 py-2 text-sm text-muted hover:text-foreground">
          <ArrowLeft className="size-4" aria-hidden /> {common.back}
        </Link>
      </div>
      <Page
        title={t.title}
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
            <RecentErrors errors={state.data.recent_errors} />
          </>
        )}
      </Page>
      {user && (
        <div className="pb-12">
          <SignedInAs email={user.email} />
        </div>
      )}
    </main>
  );
}
