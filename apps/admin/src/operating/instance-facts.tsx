import type { ReactNode } from 'react';
import { useFormats } from '@/i18n/language-context.ts';
import { useOperatingWords } from '@/i18n/operating-words.ts';
import { Badge } from '@/ui/badge.tsx';
import { Section } from '@/ui/page.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import type { OperatingState } from './operating-state.ts';

/** Health and versions. */
export function InstanceFacts({ state }: { readonly state: OperatingState }) {
  const t = useOperatingWords();
  const { bytes } = useFormats();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.database, t.databaseOf(state.database_version, bytes(state.database_bytes))],
    [
      t.storage,
      <Badge key="storage" tone={state.storage_works ? 'success' : 'danger'}>
        {state.storage_works ? t.works : t.fails}
      </Badge>,
    ],
    [
      t.migration,
      <span key="migration" className="break-all">
        {state.migration}
      </span>,
    ],
    [t.process, t.processOf(state.node_version, bytes(state.memory_bytes))],
    [t.started, <TimeAgo key="started" at={state.started_at} />],
    [t.mirrors, state.mirrors_behind],
  ];
  return (
    <Section title={t.instance}>
      <dl className="grid gap-x-8 gap-y-3 rounded-lg border bg-surface p-4 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
