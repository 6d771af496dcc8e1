'use client';

import { RotateCcw } from 'lucide-react';
import Link from 'next/link';
import type { Outputs } from '@/api/trpc.ts';
import { useFormats } from '@/i18n/language-context.ts';
import { useProject } from '@/shell/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Button } from '@/ui/button.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { LocaleChips } from './locale-status.tsx';
import { useRestoreEntry } from './use-entry-actions.ts';

type Entry = Outputs['entries']['list']['data'][number];

interface EntryRowProps {
  readonly entry: Entry;
  readonly showCollection: boolean;
}

/** An entry in a list. */
export function EntryRow({ entry, showCollection }: EntryRowProps) {
  const { project, schema } = useProject();
  const collection = schema?.collections.find(({ key }) => key === entry.collection_key);
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-hover sm:flex-nowrap">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <Link
          href={`/projects/${project.id}/entries/${entry.id}`}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {entry.title || <span className="text-muted italic">Untitled</span>}
        </Link>
        <p className="truncate text-xs text-muted">
          {showCollection && `${collection?.label ?? entry.collection_key} · `}
          <ActorName actor={entry.updated_by} />, <TimeAgo at={entry.updated_at} />
        </p>
      </div>
      {entry.purge_at ? (
        <TrashActions entry={entry} purgeAt={entry.purge_at} />
      ) : (
        <LocaleChips entry={entry} locales={project.locales} />
      )}
    </li>
  );
}

function TrashActions({ entry, purgeAt }: { readonly entry: Entry; readonly purgeAt: string }) {
  const { project, mayEdit } = useProject();
  const { day } = useFormats();
  const restore = useRestoreEntry();
  return (
    <div className="relative z-10 flex items-center gap-3">
      <span className="text-xs text-muted">Removed for good on {day(purgeAt)}</span>
      {mayEdit && (
        <Button
          size="sm"
          busy={restore.isPending}
          onClick={() => restore.mutate({ projectId: project.id, entryId: entry.id })}
        >
          <RotateCcw aria-hidden /> Restore
        </Button>
      )}
    </div>
  );
}
