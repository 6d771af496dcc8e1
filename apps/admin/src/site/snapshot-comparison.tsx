'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { NativeSelect } from '@/ui/input.tsx';
import { Link } from '@/ui/link.tsx';
import { Page } from '@/ui/page.tsx';
import { changeLines } from './change-words.ts';
import { DifferenceList } from './difference-list.tsx';

/** Any two snapshots beside each other. */
export function SnapshotComparison() {
  const { project } = useProject();
  const trpc = useTRPC();
  const [{ from, to }, setQuery] = useQueryStates({ from: parseAsString, to: parseAsString });
  const history = useQuery(trpc.snapshots.list.queryOptions({ projectId: project.id, limit: 100 }));
  const known = (history.data?.data ?? []).filter(({ restorable }) => restorable);
  const options = [...new Map(known.map((one) => [one.snapshot_id, one])).values()];
  const choose = (label: string, value: string | null, set: (id: string) => void) => (
    <Field label={label} className="min-w-0 flex-1 basis-64">
      {(control) => (
        <NativeSelect {...control} value={value ?? ''} onChange={(event) => set(event.target.value)}>
          {!options.some(({ snapshot_id: id }) => id === value) && (
            <option value={value ?? ''}>{value ?? 'Choose'}</option>
          )}
          {options.map((one) => (
            <option key={one.snapshot_id} value={one.snapshot_id}>
              {new Date(one.created_at).toLocaleString()} · {changeLines(one)[0]}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
  return (
    <Page
      title="Compare snapshots"
      action={
        <Button asChild variant="ghost">
          <Link href={`/projects/${project.id}/site`}>Back to the history</Link>
        </Button>
      }
      lead="What differs, entry by entry and field by field."
    >
      <div className="mb-6 flex flex-wrap items-end gap-3">
        {choose('From', from, (id) => void setQuery({ from: id }))}
        <Button variant="ghost" size="icon" aria-label="Swap" onClick={() => void setQuery({ from: to, to: from })}>
          <ArrowLeftRight aria-hidden />
        </Button>
        {choose('To', to, (id) => void setQuery({ to: id }))}
      </div>
      {from && to && <DifferenceList key={`${from}:${to}`} from={from} to={to} />}
    </Page>
  );
}
