import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { webhooks as t } from '#messages/webhooks';
import { useTRPC } from '@/api/trpc.ts';
import { known } from '@/i18n/known.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Link } from '@/ui/link.tsx';
import { Page } from '@/ui/page.tsx';
import { Empty, QueryState } from '@/ui/states.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookBadge, WebhookNotes } from './webhook-state.tsx';

const WebhookDialog = lazyPart(async () => (await import('./webhook-dialog.tsx')).WebhookDialog);

/** The webhooks of the project. */
export function Webhooks() {
  const { project } = useProject();
  const trpc = useTRPC();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string } | null>(null);
  const webhooks = useQuery(trpc.webhooks.list.queryOptions({ projectId: project.id }));
  const list = webhooks.data?.data ?? [];
  const add = (
    <Button icon={Plus} label={t.add} variant="primary" className="max-sm:h-11" onClick={() => setAdding(true)} />
  );
  return (
    <Page title={t.title} lead={t.lead} action={list.length > 0 && add}>
      <QueryState query={webhooks} rows={3} />
      {webhooks.isSuccess && list.length === 0 && (
        <Empty icon={WebhookIcon} title={t.none} action={add} help={t.noneHelp} />
      )}
      {list.length > 0 && (
        <ul className="divide-y rounded-lg border bg-surface">
          {list.map((webhook) => (
            <li key={webhook.id} className="px-4 py-3">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <Link
                  href={`/projects/${project.id}/site/webhooks/${webhook.id}`}
                  className="min-w-0 py-1 font-medium wrap-anywhere underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
                >
                  {webhook.name}
                </Link>
                <WebhookBadge webhook={webhook} />
              </p>
              <p className="text-xs break-all text-muted">{webhook.url}</p>
              <p className="text-xs text-muted">
                {webhook.events.map((one) => known(t.eventWords, one) ?? one).join(' · ')}
              </p>
              <WebhookNotes webhook={webhook} />
            </li>
          ))}
        </ul>
      )}
      {isAdding && <WebhookDialog webhook={null} onClose={() => setAdding(false)} onMade={setMade} />}
      {made && <WebhookSecret name={made.name} secret={made.secret} onClose={() => setMade(null)} />}
    </Page>
  );
}
