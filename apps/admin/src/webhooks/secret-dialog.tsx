import { useWebhooksWords } from '@/i18n/webhooks-words.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { SecretBox } from '@/ui/secret-box.tsx';

interface SecretDialogProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows the secret of a webhook, this once. */
export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const t = useWebhooksWords();
  return (
    <Dialog
      onClose={onClose}
      title={t.secretTitle(name)}
      description={t.secretLead}
      footer={<Button onClick={onClose}>{t.done}</Button>}
    >
      <SecretBox label={t.secret} value={secret} />
    </Dialog>
  );
}
