import { CircleAlert, CircleCheck, CirclePause } from 'lucide-react';
import { webhooks as t } from '#messages/webhooks';
import type { Outputs } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { Badge } from '@/ui/badge.tsx';

type Webhook = Outputs['webhooks']['get'];

/** Whether a webhook gets messages, and whether its receiver accepts them. */
export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
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
  const { ago, moment } = formats;
  const notes = [
    webhook.disabled && t.reasons[webhook.disabled.reason],
    webhook.status === 'active' && webhook.failing_since !== null && t.failing({ when: ago(webhook.failing_since) }),
    webhook.pending > 0 && `${t.pending({ count: webhook.pending })}.`,
    webhook.old_secret_until !== null && t.oldSecret({ when: moment(webhook.old_secret_until) }),
  ].filter((note): note is string => typeof note === 'string');
  return notes.map((note) => (
    <p key={note} className="mt-1 text-sm" suppressHydrationWarning>
      {note}
    </p>
  ));
}
