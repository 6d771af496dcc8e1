import { operating as t } from '#messages/operating';
import { Badge } from '@/ui/badge.tsx';
import { Section } from '@/ui/page.tsx';
import { NumbersTable } from './numbers-table.tsx';
import type { OperatingState } from './operating-state.ts';

const LATE_SECONDS = 60;

/** How many jobs of each kind wait, run, and were given up. */
export function JobKinds({ kinds }: { readonly kinds: OperatingState['job_kinds'] }) {
  const rows = kinds.map(({ kind, waiting, running, dead, late_seconds: late }) => ({
    key: kind,
    cells: [
      <span key="kind" className="flex flex-wrap items-center gap-2">
        {kind} {late > LATE_SECONDS && <Badge tone="warning">{t.late({ seconds: Math.round(late) })}</Badge>}
      </span>,
      waiting,
      running,
      dead,
    ],
  }));
  return (
    <Section title={t.jobs}>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t.noJobs}</p>
      ) : (
        <NumbersTable label={t.jobs} head={[t.kind, t.waiting, t.running, t.dead]} rows={rows} />
      )}
    </Section>
  );
}
