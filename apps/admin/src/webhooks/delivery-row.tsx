import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock, RotateCw } from 'lucide-react';
import { common } from '#messages/common';
import { webhooks as t } from '#messages/webhooks';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { known } from '@/i18n/known.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { attempt, tell } from '@/ui/toast.tsx';
import { useDetails } from '@/ui/use-details.tsx';

type Delivery = Outputs['webhookDeliveries']['list']['data'][number];

const SIGNS = {
  pending: [Clock, 'neutral'],
  delivered: [CircleCheck, 'success'],
  failed: [CircleAlert, 'danger'],
} as const;

interface DeliveryRowProps {
  readonly webhookId: string;
  readonly delivery: Delivery;
}

/** A message to a webhook: its event, its state, each request with its answer, and a button that sends it again. */
export function DeliveryRow({ webhookId, delivery }: DeliveryRowProps) {
  const { project } = useProject();
  const { ago } = formats;
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const redeliver = useMutation(trpc.webhookDeliveries.redeliver.mutationOptions());
  const { kind, status, attempts } = delivery;
  const [Icon, tone] = SIGNS[status];
  const words = known(t.eventWords, kind) ?? kind;
  const { button, details } = useDetails(common.detailsOf({ what: words }));
  const last = attempts.at(-1);
  const send = async (): Promise<void> => {
    const target = { projectId: project.id, webhookId, deliveryId: delivery.id };
    if (!(await attempt(redeliver.mutateAsync(target), t.notRedelivered))) return;
    tell(t.redelivered);
    await invalidate(trpc.webhookDeliveries);
  };
  const facts = [
    attempts.length > 0 && t.attempts({ count: attempts.length }),
    status === 'pending' && attempts.length > 0 && t.nextAttempt({ when: ago(delivery.due_at) }),
    status !== 'delivered' && (last?.error ?? (last && t.answered({ status: String(last.status) }))),
  ].filter(Boolean);
  return (
    <li>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-medium wrap-anywhere">{words}</p>
          <p className="text-xs wrap-anywhere text-muted" suppressHydrationWarning>
            <TimeAgo at={delivery.created_at} />
            {facts.map((fact) => ` · ${fact}`)}
          </p>
        </div>
        <div className="flex items-center gap-1">
          <Badge tone={tone}>
            <Icon aria-hidden /> {t.states[status]}
          </Badge>
          {button}
        </div>
      </div>
      {details(() => (
        <>
          <Details delivery={delivery} />
          <Button
            icon={RotateCw}
            label={t.redeliver}
            size="sm"
            className="mt-3 max-sm:h-11"
            busy={redeliver.isPending}
            onClick={() => void send()}
          />
        </>
      ))}
    </li>
  );
}

function Details({ delivery }: { readonly delivery: Delivery }) {
  const { moment, number } = formats;
  return (
    <>
      <p className="mb-2 break-all">
        <span className="text-muted">{common.id}: </span>
        <span className="font-mono">{delivery.id}</span>
      </p>
      <ol className="flex flex-col gap-2">
        {delivery.attempts.map((attempt) => (
          <li key={attempt.at}>
            <p className="break-all">
              <span className="text-muted">{common.request}: </span>
              {moment(attempt.at)}, POST {attempt.url}
            </p>
            <p className="wrap-anywhere">
              <span className="text-muted">{t.answer}: </span>
              {attempt.status ?? common.noAnswer}, {t.duration({ ms: number(attempt.duration_ms) })}
              {attempt.error && `. ${attempt.error}`}
            </p>
            {attempt.status !== null && (
              <pre className="mt-1 max-h-40 overflow-y-auto rounded-md border bg-surface p-2 font-mono break-all whitespace-pre-wrap">
                {attempt.answer || t.emptyAnswer}
              </pre>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-3 mb-1 text-muted">{t.body}</p>
      <pre className="max-h-80 overflow-y-auto rounded-md border bg-surface p-2 font-mono break-all whitespace-pre-wrap">
        {indented(delivery.body)}
      </pre>
    </>
  );
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
