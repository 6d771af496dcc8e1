'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Outputs } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Badge } from '@/ui/badge.tsx';
import { TimeAgo } from '@/ui/time.tsx';

/** What's known of an entry besides its values. */
export function EntryFacts({ entry }: { readonly entry: Outputs['entries']['get'] }) {
  const { project } = useProject();
  return (
    <aside aria-label="About this entry" className="flex flex-col gap-5 text-sm xl:sticky xl:top-28 xl:self-start">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4 xl:grid-cols-1">
        <Fact name="Edited">
          <ActorName actor={entry.updated_by} full />, <TimeAgo at={entry.updated_at} />
        </Fact>
        <Fact name="Published">{entry.published_at ? <TimeAgo at={entry.published_at} /> : 'Never'}</Fact>
        <Fact name="Created">
          <ActorName actor={entry.created_by} full />, <TimeAgo at={entry.created_at} />
        </Fact>
        <Fact name="Version">{entry.version}</Fact>
      </dl>
      {entry.used_by.length > 0 && (
        <section>
          <h2 className="mb-1.5 text-xs font-medium text-muted">Referred to by</h2>
          <ul className="flex flex-col gap-1.5">
            {entry.used_by.map((one) => (
              <li key={one.id} className="flex items-center gap-2">
                <Link href={`/projects/${project.id}/entries/${one.id}`} className="min-w-0 truncate hover:underline">
                  {one.title || 'Untitled'}
                </Link>
                {one.live && <Badge tone="success">live</Badge>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
