'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell } from '@/ui/toast.tsx';
import { DifferenceList } from './difference-list.tsx';

type Snapshot = Outputs['snapshots']['list']['data'][number];

interface RestoreDialogProps {
  readonly live: Snapshot;
  readonly target: Snapshot;
  readonly onClose: () => void;
}

/** Says what will change on the site, and puts an earlier snapshot back live. */
export function RestoreDialog({ live, target, onClose }: RestoreDialogProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const restore = useMutation(trpc.snapshots.restore.mutationOptions());
  const failure = restore.error ? errorOf(restore.error) : null;
  const put = async (snapshotId: string): Promise<void> => {
    const restored = await restore.mutateAsync({ projectId: project.id, snapshotId }).catch(() => null);
    if (!restored) return;
    onClose();
    await Promise.all([
      queryClient.invalidateQueries(trpc.snapshots.pathFilter()),
      queryClient.invalidateQueries(trpc.entries.pathFilter()),
    ]);
    const [warning] = restored.warnings;
    const isUndo = snapshotId === live.snapshot_id;
    tell(
      warning?.message ?? (isUndo ? 'The site is as it was.' : 'The earlier snapshot is live.'),
      isUndo ? undefined : () => void put(live.snapshot_id),
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      wide
      title="Put this snapshot back live?"
      description={
        <>
          The site will be as it was <TimeAgo at={target.created_at} />. Drafts stay as they are; entries that were live
          then leave the trash.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={restore.isPending} onClick={() => void put(target.snapshot_id)}>
            Put it back live
          </Button>
        </>
      }
    >
      {failure && (
        <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          {failure.message}
        </p>
      )}
      <h3 className="mb-2 text-sm font-medium">What changes on the site</h3>
      <DifferenceList from={live.snapshot_id} to={target.snapshot_id} brief />
    </Dialog>
  );
}
