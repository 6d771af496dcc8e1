'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Button } from '@/ui/button.tsx';
import { NativeSelect } from '@/ui/input.tsx';
import { Link } from '@/ui/link.tsx';
import { Page } from '@/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';

const NOUNS = ['entry', 'schema', 'snapshot', 'member', 'invitation', 'token', 'project'] as const;

/** Who did what when; nobody can change it. */
export function AuditLog() {
  const { project } = useProject();
  const trpc = useTRPC();
  const [{ noun }, setQuery] = useQueryStates({ noun: parseAsString });
  const records = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(
      { projectId: project.id, limit: 50, ...(noun && { action: `${noun}.` }) },
      { getNextPageParam: (page) => page.next_cursor ?? undefined },
    ),
  );
  const list = records.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Page
      title="Audit log"
      lead="Every change to the project, its people, tokens, schema, entries and snapshots. Nothing in it can be changed."
      action={
        <NativeSelect
          aria-label="Show"
          className="w-auto"
          value={noun ?? ''}
          onChange={(event) => void setQuery({ noun: event.target.value || null })}
        >
          <option value="">Everything</option>
          {NOUNS.map((one) => (
            <option key={one} value={one}>
              {one[0]?.toUpperCase()}
              {one.slice(1)}
            </option>
          ))}
        </NativeSelect>
      }
    >
      {records.error && <Failed error={records.error} onRetry={() => void records.refetch()} />}
      {records.isPending && <SkeletonRows />}
      {records.isSuccess && list.length === 0 && (
        <Empty icon={ScrollText} title="Nothing on record">
          Nothing of this kind happened yet.
        </Empty>
      )}
      {list.length > 0 && (
        <ol className="divide-y rounded-lg border bg-surface">
          {list.map((record) => (
            <li key={record.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5">
              <code className="font-mono text-xs font-medium">{record.action}</code>
              <Target record={record} />
              <span className="ml-auto text-xs text-muted" title={record.request_id ?? undefined}>
                <ActorName actor={record.actor} full />, <TimeAgo at={record.created_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {records.hasNextPage && (
        <Button className="mt-4" busy={records.isFetchingNextPage} onClick={() => void records.fetchNextPage()}>
          Earlier records
        </Button>
      )}
    </Page>
  );
}

function Target({ record }: { readonly record: Outputs['audit']['list']['data'][number] }) {
  const { project } = useProject();
  const id = record.target_id;
  if (!id) return null;
  if (!id.startsWith('ent_')) return <span className="min-w-0 truncate font-mono text-xs text-muted">{id}</span>;
  return (
    <Link
      href={`/projects/${project.id}/entries/${id}`}
      className="min-w-0 truncate font-mono text-xs text-muted underline"
    >
      {id}
    </Link>
  );
}
