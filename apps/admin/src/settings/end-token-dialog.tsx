import { useMutation } from '@tanstack/react-query';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { tellFailure } from '@/ui/toast.tsx';

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
  const onError = (error: unknown): void => tellFailure(common.nothingDone, error);
  const rotate = useMutation(
    trpc.tokens.rotate.mutationOptions({ onSuccess: ({ secret }) => onDone(secret), onError }),
  );
  const revoke = useMutation(trpc.tokens.revoke.mutationOptions({ onSuccess: () => onDone(null), onError }));
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
