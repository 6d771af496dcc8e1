import type { ReactNode } from 'react';
import { operating as t } from '#messages/operating';
import { formats } from '@/i18n/language.ts';
import { Badge } from '@/ui/badge.tsx';
import { Section } from '@/ui/page.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import type { OperatingState } from './operating-state.ts';

/** After one nightly backup that failed, the newest is older than this. The alert in `examples/operations` has the same bound. */
const OLD_BACKUP_MS = 36 * 60 * 60_000;

/** Health and versions. */
export function InstanceFacts({ state }: { readonly state: OperatingState }) {
  const { bytes } = formats;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.database, t.databaseOf({ version: state.database_version, size: bytes(state.database_bytes) })],
    [t.storage, <Works key="storage" works={state.storage_works} />],
    [t.redis, state.redis_works === null ? t.unused : <Works key="redis" works={state.redis_works} />],
    [t.backup, <LastBackup key="backup" backup={state.last_backup} />],
    [
      t.migration,
      <bdi key="migration" className="break-all">
        {state.migration}
      </bdi>,
    ],
    [t.process, t.processOf({ node: state.node_version, memory: bytes(state.memory_bytes) })],
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

function Works({ works }: { readonly works: boolean }) {
  return <Badge tone={works ? 'success' : 'danger'}>{works ? t.works : t.fails}</Badge>;
}

/** When the instance was last backed up; conspicuous when that's long ago or not whole. */
function LastBackup({ backup }: { readonly backup: OperatingState['last_backup'] }) {
  if (backup === null) return <Badge tone="warning">{t.noBackup}</Badge>;
  const age = <TimeAgo at={backup.at} />;
  return (
    <>
      {Date.now() - Date.parse(backup.at) > OLD_BACKUP_MS ? <Badge tone="warning">{age}</Badge> : age}{' '}
      {backup.faults > 0 && <Badge tone="danger">{t.backupFaults({ count: backup.faults })}</Badge>}
    </>
  );
}
