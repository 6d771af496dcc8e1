import { CircleAlert, CircleCheck, CirclePause } from 'lucide-react';
import type { Outputs } from '@/api/trpc.ts';
import { useFormats } from '@/i18n/language-context.ts';
import { useWebhooksWords } from '@/i18n/webhooks-words.ts';
import { Badge } from '@/ui/badge.tsx';

type Webhook = Outputs['webhooks']['get'];

/** Whether a webhook gets messages, and whether its receiver accepts them. */
export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
  const t = useWebhooksWords();
  if (webhook.status === 'disabled') {
    return (
      <Badge tone="warning">
        <CirclePause aria-hidden /> {t.disabled}
      </Badge>
    );
  }
  if (webhook.failing_since !== null) {
    return (
      <Badge tone="danger">
        <CircleAlert aria-hidden /> {t.failingNow}
      </Badge>
    );
  }
  return (
    <Badge tone="success">
      <CircleCheck aria-hidden /> {t.active}
    </Badge>
  );
}

/** Notes about a webhook: why it's disabled, what waits, which secrets sign. */
export function WebhookNotes({ webhook }: { readonly webhook: Webhook }) {
  const t = useWebhooksWords();
  const { ago, moment, number } = useFormats();
  const notes = [
    webhook.disabled && t.reasons[webhook.disabled.reason],
    webhook.status === 'active' && webhook.failing_since !== null && t.failing(ago(webhook.failing_since)),
    webhook.pending > 0 && `${t.pending(webhook.pending, number(webhook.pending))}.`,
    webhook.old_secret_until !== null && t.oldSecret(moment(webhook.old_secret_until)),
  ].filter((note): note is string => typeof note === 'string');
  return notes.map((note) => (
    <p key={note} className="mt-1 text-sm" suppressHydrationWarning>
      {note}
    </p>
  ));
}
