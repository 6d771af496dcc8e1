import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { firstSteps } from '#messages/firstSteps';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { begunTour, keepTour } from './begun-tour.ts';

type Step = 'publish' | 'live' | 'undo' | 'finished';

/** Publishes a change of the demo project, shows it live, and undoes it; leaving undoes it too. */
export function Tour({ onClose }: { readonly onClose: () => void }) {
  const { project } = useProject();
  const t = firstSteps.tour;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const { id: projectId } = project;
  const [begun, setBegun] = useState(() => begunTour(projectId));
  const [step, setStep] = useState<Step>(begun ? 'live' : 'publish');
  const [isBusy, setBusy] = useState(false);
  const changed = useQuery(
    trpc.entries.list.queryOptions({ projectId, status: 'changed', limit: 20 }, { enabled: begun === null }),
  );
  // Others are changed only by a language that isn't live yet.
  const entry = changed.data?.data.find(({ changed_locales: newer }) => newer.length > 0);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work().catch((error: unknown) => tellFailure(t.failed, error));
    await invalidate(trpc.snapshots, trpc.entries);
    setBusy(false);
  };
  const publish = async (): Promise<void> => {
    if (!entry) return;
    const locale = entry.changed_locales[0] ?? project.default_locale;
    const before = await client.snapshots.latest.query({ projectId });
    await client.entries.publish.mutate({
      projectId,
      entryId: entry.id,
      locales: [locale],
      base_version: entry.version,
    });
    const after = await client.snapshots.latest.query({ projectId });
    const tour = {
      before: before.snapshot_id,
      after: after.snapshot_id,
      file: `${after.content_base_url}/${entry.collection_key}.${locale}.json`,
    };
    keepTour(projectId, tour);
    setBegun(tour);
    setStep('live');
  };
  const undo = async (): Promise<void> => {
    if (!begun) return;
    const live = await client.snapshots.latest.query({ projectId });
    if (live.snapshot_id === begun.after) {
      await client.snapshots.restore.mutate({ projectId, snapshotId: begun.before });
    } else tell(t.movedOn);
    keepTour(projectId, null);
    setBegun(null);
  };
  const leave = (): void => {
    if (step === 'finished') onClose();
    else if (isBusy) return;
    else if (begun) void act(undo).then(onClose);
    else onClose();
  };
  const steps: Record<Step, { title: string; lead: string; number: number | null }> = {
    publish: {
      title: common.publish,
      lead: entry ? t.publishLead({ title: entry.title ?? '' }) : changed.isPending ? '…' : t.nothing,
      number: 1,
    },
    live: { title: t.live, lead: t.liveLead, number: 2 },
    undo: { title: t.undo, lead: t.undoLead, number: 3 },
    finished: { title: t.finished, lead: t.finishedLead, number: null },
  };
  const { title, lead, number } = steps[step];
  return (
    <Dialog
      onClose={leave}
      title={number === null ? title : `${t.step({ step: number })}: ${title}`}
      description={lead}
      footer={
        <>
          {step === 'finished' ? (
            <LinkButton label={t.toHistory} href={`/projects/${projectId}/site`} onClick={onClose} />
          ) : (
            <Button
              label={begun ? t.leaveUndo : t.leave}
              variant="ghost"
              busy={isBusy && step === 'live'}
              onClick={leave}
            />
          )}
          {step === 'publish' && (
            <Button
              label={t.publishAction}
              variant="primary"
              busy={isBusy}
              disabled={!entry}
              onClick={() => void act(publish)}
            />
          )}
          {step === 'live' && (
            <>
              {begun && <LinkButton icon={ExternalLink} label={t.liveLink} href={begun.file} isExternal />}
              <Button label={common.next} variant="primary" disabled={isBusy} onClick={() => setStep('undo')} />
            </>
          )}
          {step === 'undo' && (
            <Button
              label={t.undoAction}
              variant="primary"
              busy={isBusy}
              onClick={() => void act(async () => undo().then(() => setStep('finished')))}
            />
          )}
          {step === 'finished' && <Button label={common.close} variant="primary" onClick={onClose} />}
        </>
      }
    />
  );
}
