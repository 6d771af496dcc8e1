import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { webhooks as t } from '#messages/webhooks';
import { useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/input.tsx';
import { Section } from '@/ui/page.tsx';
import { PagedList } from '@/ui/paged-list.tsx';
import { Empty } from '@/ui/states.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { RedeliverDialog } from './redeliver-dialog.tsx';

const STATUSES = ['pending', 'delivered', 'failed'] as const;
type Status = (typeof STATUSES)[number];

/** The list is read again this often while a message is due soon: the event stream has no events of single messages. */
const UNDER_WAY_MS = 2_000;
const SOON_MS = 30_000;

/** The messages to a webhook, newest first. */
export function DeliveryList({ webhookId }: { readonly webhookId: string }) {
  const { project } = useProject();
  const trpc = useTRPC();
  const [status, setStatus] = useState<Status | ''>('');
  const [isReplaying, setReplaying] = useState(false);
  const deliveries = usePages(
    trpc.webhookDeliveries.list,
    { projectId: project.id, webhookId, limit: 20, ...(status && { status }) },
    {
      refetchInterval: ({ state }) => {
        const [page] = state.data?.pages ?? [];
        const isUnderWay = page?.data.some(
          (one) => one.status === 'pending' && Date.parse(one.due_at) < Date.now() + SOON_MS,
        );
        return isUnderWay ? UNDER_WAY_MS : false;
      },
    },
  );
  return (
    <Section
      title={t.deliveries}
      lead={t.deliveriesLead}
      action={
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label={t.status}
            className="w-auto max-sm:h-11"
            value={status}
            options={[['', t.all], ...STATUSES.map((one) => [one, t.states[one]] as const)]}
            onChange={(value) => setStatus(STATUSES.find((one) => one === value) ?? '')}
          />
          <Button label={t.redeliverMany} className="max-sm:h-11" onClick={() => setReplaying(true)} />
        </div>
      }
    >
      <PagedList
        list={deliveries}
        skeleton={4}
        empty={
          <Empty icon={Inbox} title={status ? t.noneOfStatus : t.noDeliveries} help={!status && t.noDeliveriesHelp} />
        }
        more={t.earlier}
      >
        {(delivery) => <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />}
      </PagedList>
      {isReplaying && <RedeliverDialog webhookId={webhookId} onClose={() => setReplaying(false)} />}
    </Section>
  );
}
