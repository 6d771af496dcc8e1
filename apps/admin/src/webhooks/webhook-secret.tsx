import { webhooks as t } from '#messages/webhooks';
import { SecretDialog } from '@/ui/secret-dialog.tsx';

interface WebhookSecretProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows the new secret of a webhook. */
export function WebhookSecret({ name, secret, onClose }: WebhookSecretProps) {
  return (
    <SecretDialog
      onClose={onClose}
      title={t.secretTitle({ name })}
      lead={t.secretLead}
      label={t.secret}
      value={secret}
    />
  );
}
