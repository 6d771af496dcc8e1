import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operating as t } from '#messages/operating';
import { errorOf, sentenceOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Section } from '@/ui/page.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell } from '@/ui/toast.tsx';
import type { OperatingState } from './operating-state.ts';

type Job = OperatingState['dead_jobs'][number];

/** Jobs that were given up: each can be run again, or dropped. */
export function DeadJobs({ jobs }: { readonly jobs: OperatingState['dead_jobs'] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<Job | null>(null);
  const after = (said: string) => ({
    onSuccess: async () => {
      setPending(null);
      tell(said);
      await queryClient.invalidateQueries(trpc.operating.state.queryFilter());
    },
    onError: (error: unknown) => tell(sentenceOf(errorOf(error))),
  });
  const retry = useMutation(trpc.operating.retryJob.mutationOptions(after(t.retried)));
  const drop = useMutation(trpc.operating.dropJob.mutationOptions(after(t.dropped)));
  if (jobs.length === 0) return null;
  return (
    <Section title={t.deadJobs}>
      <ul className="divide-y rounded-lg border bg-surface">
        {jobs.map((job) => (
          <li key={job.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">{job.kind}</p>
              {job.error && <p className="text-sm break-words">{job.error}</p>}
              <p className="text-xs break-all text-muted">
                {t.attempts({ count: job.attempts })} · <TimeAgo at={job.created_at} />{' '}
                {job.project_id && `· ${job.project_id}`}
              </p>
            </div>
            <Button
              label={t.retry}
              size="sm"
              className="max-sm:h-11"
              busy={retry.isPending && retry.variables.jobId === job.id}
              onClick={() => retry.mutate({ jobId: job.id })}
            />
            <Button label={t.drop} size="sm" className="max-sm:h-11" onClick={() => setPending(job)} />
          </li>
        ))}
      </ul>
      {pending && (
        <ConfirmDialog
          title={t.dropTitle({ kind: pending.kind })}
          consequence={t.dropLead}
          action={t.drop}
          busy={drop.isPending}
          onConfirm={() => drop.mutate({ jobId: pending.id })}
          onClose={() => setPending(null)}
        />
      )}
    </Section>
  );
}
