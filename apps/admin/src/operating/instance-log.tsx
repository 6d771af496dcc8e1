import { useState } from 'react';
import { common } from '#messages/common';
import { operating as t } from '#messages/operating';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { ActorName } from '@/ui/actor-name.tsx';
import { Select } from '@/ui/input.tsx';
import { Section } from '@/ui/page.tsx';
import { PagedList } from '@/ui/paged-list.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { Facts, useDetails } from '@/ui/use-details.tsx';

type AuditRecord = Outputs['audit']['listOfInstance']['data'][number];

/** Sign-ins, failures, credentials, accounts and operators, newest first. */
export function InstanceLog() {
  const trpc = useTRPC();
  const [action, setAction] = useState('');
  const records = usePages(trpc.audit.listOfInstance, { limit: 20, ...(action && { action }) });
  return (
    <Section
      title={t.log}
      lead={t.logLead}
      action={
        <Select
          aria-label={t.log}
          className="w-auto max-w-56 max-sm:h-11"
          value={action}
          options={[['', common.everything], ...Object.entries(t.events)]}
          onChange={setAction}
        />
      }
    >
      <PagedList
        list={records}
        skeleton={3}
        empty={<p className="text-sm text-muted">{t.noErrors}</p>}
        more={common.more}
      >
        {(record) => <LogRow key={record.id} record={record} />}
      </PagedList>
    </Section>
  );
}

function LogRow({ record }: { readonly record: AuditRecord }) {
  const { button, details } = useDetails(common.details, '-my-1');
  const { action, actor, data, created_at: at } = record;
  const events: Readonly<Record<string, string>> = t.events;
  const about = [data.name, data.email].filter((one) => typeof one === 'string').join(', ');
  return (
    <li>
      <div className="flex items-start gap-3 px-4 py-3 text-sm">
        <div className="min-w-0 flex-1">
          <p className="break-words">
            <span className="font-medium">{events[action] ?? action}</span>
            {about && ` · ${about}`}
          </p>
          <p className="text-xs break-all text-muted">
            <TimeAgo at={at} /> · <ActorName actor={actor} />
            {typeof data.ip_address === 'string' && ` · ${data.ip_address}`}
          </p>
        </div>
        {button}
      </div>
      {details(() => (
        <>
          <Facts
            className="font-mono"
            facts={[
              [common.id, record.target_id],
              [common.request, record.request_id],
            ]}
          />
          <pre className="mt-3 break-all whitespace-pre-wrap">{JSON.stringify(data, null, 2)}</pre>
        </>
      ))}
    </li>
  );
}
