import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { useAction } from '@/ui/use-action.ts';

interface EndTokenDialogProps {
  readonly token: Outputs['tokens']['list']['data'][number];
  readonly kind: 'rotate' | 'revoke';
  readonly onClose: () => void;
  /** Given the new secret after a rotation. */
  readonly onDone: (secret: string | null) => void;
}

/** Gives a token another secret, or makes it void. */
export function EndTokenDialog({ token, kind, onClose, onDone }: EndTokenDialogProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const rotate = useAction(trpc.tokens.rotate, common.nothingDone, ({ secret }) => onDone(secret));
  const revoke = useAction(trpc.tokens.revoke, common.nothingDone, () => onDone(null));
  const target = { projectId: project.id, tokenId: token.id };
  const isRotation = kind === 'rotate';
  return (
    <ConfirmDialog
      title={isRotation ? t.rotateTitle({ name: token.name }) : t.revokeTokenTitle({ name: token.name })}
      consequence={isRotation ? t.rotateLead : t.revokeTokenLead}
      action={isRotation ? t.rotate : t.revoke}
      tone={isRotation ? 'primary' : 'danger'}
      busy={rotate.isPending || revoke.isPending}
      onClose={onClose}
      onConfirm={() => (isRotation ? rotate.mutate(target) : revoke.mutate(target))}
    />
  );
}
