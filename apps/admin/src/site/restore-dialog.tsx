import { useMutation } from '@tanstack/react-query';
import { site as t } from '#messages/site';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useRefresh } from '@/entry/use-entry-actions.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { DifferenceList } from './difference-list.tsx';

type Snapshot = Outputs['snapshots']['list']['data'][number];

interface RestoreDialogProps {
  readonly live: Snapshot;
  readonly target: Snapshot;
  readonly onClose: () => void;
}

/** Says what will change on the site, and makes an earlier version live. */
export function RestoreDialog({ live, target, onClose }: RestoreDialogProps) {
  const { project } = useProject();
  const { moment } = formats;
  const trpc = useTRPC();
  const refresh = useRefresh();
  const restore = useMutation(trpc.snapshots.restore.mutationOptions());
  const failure = restore.error ? errorOf(restore.error) : null;
  const put = async (snapshotId: string): Promise<void> => {
    const restored = await restore.mutateAsync({ projectId: project.id, snapshotId }).catch(() => null);
    if (!restored) return;
    onClose();
    await refresh();
    const [warning] = restored.warnings;
    const isUndo = snapshotId === live.snapshot_id;
    tell(
      warning?.message ?? (isUndo ? t.restoreUndone : t.restored),
      isUndo ? undefined : () => void put(live.snapshot_id),
    );
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      wide
      tone="primary"
      title={t.restoreTitle}
      consequence={t.restoreLead({ moment: moment(target.created_at) })}
      action={t.restoreAction}
      busy={restore.isPending}
      onConfirm={() => void put(target.snapshot_id)}
    >
      {failure && (
        <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          {failure.message}
        </p>
      )}
      <h3 className="mb-2 text-sm font-medium">{t.restoreChanges}</h3>
      <DifferenceList from={live.snapshot_id} to={target.snapshot_id} brief />
    </ConfirmDialog>
  );
}
