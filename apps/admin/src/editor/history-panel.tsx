'use client';

import type { CollectionDocument } from '@stele/schema';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useRefresh } from '@/entries/use-entry-actions.ts';
import { useProject } from '@/shell/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Failed, Skeleton, SkeletonRows } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell, tellFailure, tellUnsaved } from '@/ui/toast.tsx';
import { fieldLabel } from './field-label.ts';
import type { Json } from './json.ts';
import { languageName } from './locale-tabs.tsx';
import { TextDiff } from './text-diff.tsx';

type Version = Outputs['entries']['listVersions']['data'][number];

const KINDS: Record<Version['kind'], string> = {
  create: 'Created',
  save: 'Edited',
  publish: 'Published',
  unpublish: 'Taken off the site',
  restore: 'Restored',
  duplicate: 'Made as a copy',
  migrate: 'Moved to a new schema',
};

interface HistoryPanelProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly entry: Outputs['entries']['get'];
  readonly collection: CollectionDocument | null;
  readonly readOnly: boolean;
  readonly flush: () => Promise<number | null>;
}

/** Who changed what when; each version beside what is saved now, and the way back to it. */
export function HistoryPanel({ open, onOpenChange, entry, collection, readOnly, flush }: HistoryPanelProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const [selected, setSelected] = useState<number | null>(null);
  const target = { projectId: project.id, entryId: entry.id };
  const versions = useInfiniteQuery(
    trpc.entries.listVersions.infiniteQueryOptions(
      { ...target, limit: 30 },
      { enabled: open, getNextPageParam: (page) => page.next_cursor ?? undefined },
    ),
  );
  const list = versions.data?.pages.flatMap(({ data }) => data) ?? [];
  const chosen = list.find(({ version }) => version === selected) ?? list[1] ?? list[0];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title="History"
      description="Choose a version to see how it differs from what is saved now."
    >
      {versions.error && <Failed error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.isPending && <SkeletonRows count={5} />}
      {chosen && (
        <div className="grid gap-5 pb-5 sm:grid-cols-[16rem_minmax(0,1fr)]">
          <div
            className="flex max-h-[60dvh] flex-col gap-1 overflow-y-auto max-sm:max-h-56"
            role="listbox"
            aria-label="Versions"
            tabIndex={0}
          >
            {list.map((version) => (
              <button
                key={version.version}
                type="button"
                role="option"
                aria-selected={version === chosen}
                onClick={() => setSelected(version.version)}
                className={cn(
                  'rounded-md px-3 py-2 text-left',
                  version === chosen ? 'bg-accent-soft' : 'hover:bg-hover',
                )}
              >
                <span className="flex items-center gap-2 text-sm font-medium">
                  {KINDS[version.kind]}
                  {version.imported && <Badge>imported</Badge>}
                  <span className="ml-auto text-xs font-normal text-muted">
                    {version.first_version < version.version ? `${version.first_version}–` : ''}
                    {version.version}
                  </span>
                </span>
                <span className="block text-xs text-muted">
                  <ActorName actor={version.created_by} />, <TimeAgo at={version.created_at} />
                </span>
                <span className="block truncate text-xs text-muted">{summaryOf(version, collection)}</span>
              </button>
            ))}
            {versions.hasNextPage && (
              <Button
                size="sm"
                variant="ghost"
                busy={versions.isFetchingNextPage}
                onClick={() => void versions.fetchNextPage()}
              >
                Older versions
              </Button>
            )}
          </div>
          <VersionDiff
            key={chosen.version}
            entry={entry}
            version={chosen}
            collection={collection}
            readOnly={readOnly}
            flush={flush}
            onRestored={() => onOpenChange(false)}
          />
        </div>
      )}
    </Dialog>
  );
}

function summaryOf({ changed_paths: paths, locales }: Version, collection: CollectionDocument | null): string {
  const fields = [...new Set(paths.map(([, field]) => fieldLabel(collection, field)))];
  return [locales.join(', '), fields.join(', ')].filter(Boolean).join(': ');
}

interface VersionDiffProps extends Pick<HistoryPanelProps, 'entry' | 'collection' | 'readOnly' | 'flush'> {
  readonly version: Version;
  readonly onRestored: () => void;
}

function VersionDiff({ entry, version, collection, readOnly, flush, onRestored }: VersionDiffProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const refresh = useRefresh();
  const target = { projectId: project.id, entryId: entry.id, version: version.version };
  const diff = useQuery(trpc.entries.diffVersions.queryOptions({ ...target, other: entry.version }));
  const restore = useMutation(
    trpc.entries.restoreVersion.mutationOptions({
      onSuccess: () => {
        tell(`Version ${version.version} is the draft again. What is live stays until you publish.`);
        onRestored();
        return refresh();
      },
      onError: (error) => tellFailure('The version could not be restored', error),
    }),
  );
  if (diff.error) return <Failed error={diff.error} onRetry={() => void diff.refetch()} />;
  if (!diff.data) return <Skeleton className="h-40" />;
  const isSame = diff.data.data.length === 0;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {isSame && <p className="text-sm text-muted">The same as what is saved now.</p>}
      {diff.data.data.map(({ locale, change, fields }) => (
        <section key={locale} className="flex flex-col gap-3">
          <h3 className="flex items-center gap-2 text-sm font-semibold">
            {languageName(locale)}
            {change !== 'changed' && <Badge>{change === 'added' ? 'came later' : 'is gone now'}</Badge>}
          </h3>
          {fields.map(({ field, before, after }) => (
            <div key={field}>
              <h4 className="mb-1 text-xs font-medium text-muted">{fieldLabel(collection, field)}</h4>
              <TextDiff before={before as Json} after={after as Json} />
            </div>
          ))}
        </section>
      ))}
      {!readOnly && !isSame && (
        <Button
          className="self-start"
          busy={restore.isPending}
          onClick={() =>
            void flush().then((base) =>
              base === null ? tellUnsaved() : restore.mutate({ ...target, base_version: base }),
            )
          }
        >
          <RotateCcw aria-hidden /> Make this version the draft
        </Button>
      )}
    </div>
  );
}
