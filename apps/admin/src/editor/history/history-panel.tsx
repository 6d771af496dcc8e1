import type { CollectionDocument } from '@stele/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nextCursor, type Outputs, useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Badge } from '@/ui/badge.tsx';
import { cn } from '@/ui/cn.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { NextPage } from '@/ui/next-page.tsx';
import { QueryState } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { VersionChange } from './version-change.tsx';

type Version = Outputs['entries']['listVersions']['data'][number];

interface HistoryPanelProps {
  readonly onClose: () => void;
  readonly entry: Outputs['entries']['get'];
  readonly collection: CollectionDocument | null;
  readonly readOnly: boolean;
  readonly flush: () => Promise<number | null>;
}

/** Who changed what when; what restoring a version would change, and any two versions beside each other. */
export function HistoryPanel({ onClose, entry, collection, readOnly, flush }: HistoryPanelProps) {
  const { project } = useProject();
  const t = useMessages().editor.versions;
  const trpc = useTRPC();
  const [selected, setSelected] = useState<number | null>(null);
  const versions = useInfiniteQuery(
    trpc.entries.listVersions.infiniteQueryOptions(
      { projectId: project.id, entryId: entry.id, limit: 30 },
      { getNextPageParam: nextCursor },
    ),
  );
  const list = versions.data?.pages.flatMap(({ data }) => data) ?? [];
  const chosen = list.find(({ version }) => version === selected) ?? list[1] ?? list[0];
  return (
    <Dialog onClose={onClose} wide title={t.title} description={t.help}>
      <QueryState query={versions} rows={5} />
      {chosen && (
        <div className="grid gap-5 pb-5 sm:grid-cols-[16rem_minmax(0,1fr)]">
          <div
            className="flex max-h-[60dvh] flex-col gap-1 overflow-y-auto max-sm:max-h-56"
            role="listbox"
            aria-label={t.list}
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
                  {t[version.kind]}
                  {version.imported && <Badge>{t.imported}</Badge>}
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
            <NextPage query={versions} size="sm" variant="ghost" label={t.older} />
          </div>
          <VersionChange
            key={chosen.version}
            entry={entry}
            version={chosen.version}
            others={list.map(({ version }) => version)}
            collection={collection}
            readOnly={readOnly}
            flush={flush}
            onRestored={onClose}
          />
        </div>
      )}
    </Dialog>
  );
}

function summaryOf({ changed_paths: paths, locales }: Version, collection: CollectionDocument | null): string {
  const labelOf = (field: string): string => collection?.fields.find(({ key }) => key === field)?.label ?? field;
  const fields = [...new Set(paths.flatMap(([, field]) => (field === undefined ? [] : labelOf(String(field)))))];
  return [locales.join(', '), fields.join(', ')].filter(Boolean).join(': ');
}
