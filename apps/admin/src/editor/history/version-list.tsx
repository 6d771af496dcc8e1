import type { CollectionDocument } from '@stele/schema';
import { ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { editor } from '#messages/editor';
import type { Outputs } from '@/api/trpc.ts';
import { stateWords } from '@/entry/stage.ts';
import { ActorName } from '@/ui/actor-name.tsx';
import { Badge } from '@/ui/badge.tsx';
import { cn } from '@/ui/cn.ts';
import { NextPage } from '@/ui/next-page.tsx';
import { QueryState } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { movesAfter, type ReviewMove, ReviewMoveLine } from './review-move.tsx';

type Version = Outputs['entries']['listVersions']['data'][number];

/** Versions as far as they're read, and what reads more. */
interface Versions {
  readonly list: readonly Version[];
  readonly query: ComponentProps<typeof NextPage>['query'] & ComponentProps<typeof QueryState>['query'];
}

interface VersionListProps {
  readonly records: Versions;
  /** The automatic saves that the opened record includes besides itself. */
  readonly saves: Versions;
  readonly chosen: number;
  readonly onChoose: (version: number) => void;
  /** The version of the record that is opened. */
  readonly opened: number | null;
  readonly onOpen: (version: number | null) => void;
  readonly collection: CollectionDocument | null;
  /** The decisions about the entry, newest first. */
  readonly moves: readonly ReviewMove[];
}

/** The history to choose from: automatic saves that belong together are one record, which opens to list them. */
export function VersionList({ records, saves, opened, onOpen, moves, ...rest }: VersionListProps) {
  const t = editor.versions;
  const states = rest.collection?.workflow?.states ?? [];
  const labelOf = (key: string): string => {
    const state = states.find((one) => one.key === key);
    return state ? stateWords(state) : key;
  };
  return (
    <div className="flex max-h-[60dvh] flex-col gap-1 overflow-y-auto max-sm:max-h-56">
      <ol aria-label={t.list} className="flex flex-col gap-1">
        {records.list.map((record, index) => (
          <li key={record.version} className="flex flex-col gap-1">
            {movesAfter(moves, records.list, index).map((move) => (
              <ReviewMoveLine key={move.created_at} move={move} labelOf={labelOf} />
            ))}
            <VersionButton version={record} {...rest} />
            {record.first_version < record.version && (
              <button
                type="button"
                aria-expanded={opened === record.version}
                onClick={() => onOpen(opened === record.version ? null : record.version)}
                className="flex min-h-6 items-center gap-1 rounded-md px-2 text-xs text-muted hover:bg-hover"
              >
                <ChevronRight
                  className={cn('size-3.5 rtl:-scale-x-100', opened === record.version && 'rotate-90 rtl:scale-x-100')}
                  aria-hidden
                />
                {t.eachSave}
                <span className="sr-only">
                  {record.first_version}–{record.version}
                </span>
              </button>
            )}
            {opened === record.version && <Saves record={record} saves={saves} {...rest} />}
          </li>
        ))}
      </ol>
      <NextPage query={records.query} size="sm" variant="ghost" label={t.older} />
    </div>
  );
}

type SavesProps = Pick<VersionListProps, 'saves' | 'chosen' | 'onChoose' | 'collection'> & { readonly record: Version };

function Saves({ record, saves: { list, query }, ...rest }: SavesProps) {
  const t = editor.versions;
  const oldest = list.at(-1) ?? record;
  const isAll = !query.isPending && !query.error && !query.hasNextPage;
  return (
    <div className="ms-4 flex flex-col gap-1 border-s ps-1">
      <QueryState query={query} rows={2} />
      <ol aria-label={t.eachSave} className="flex flex-col gap-1">
        {list.map((save) => (
          <li key={save.version}>
            <VersionButton version={save} {...rest} />
          </li>
        ))}
      </ol>
      {isAll && oldest.version > record.first_version && (
        <p className="px-3 py-1 text-xs text-muted">{t.savesRemoved}</p>
      )}
      <NextPage query={query} size="sm" variant="ghost" label={t.older} />
    </div>
  );
}

type VersionButtonProps = Pick<VersionListProps, 'chosen' | 'onChoose' | 'collection'> & { readonly version: Version };

function VersionButton({ version, chosen, onChoose, collection }: VersionButtonProps) {
  const t = editor.versions;
  const { kind, autosave, imported, source, created_by: by } = version;
  return (
    <button
      type="button"
      aria-current={version.version === chosen}
      onClick={() => onChoose(version.version)}
      className={cn(
        'w-full rounded-md px-3 py-2 text-start',
        version.version === chosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="flex items-center gap-2 text-sm font-medium">
        {t[kind]}
        {imported && <Badge>{t.imported}</Badge>}
        {source && <Badge>{t.sources[source]}</Badge>}
        {kind === 'save' && !autosave && !imported && source === null && by.type === 'user' && (
          <Badge tone="info" title={t.decidedHelp}>
            {t.decided}
          </Badge>
        )}
        <span className="ms-auto text-xs font-normal text-muted">
          {version.first_version < version.version ? `${version.first_version}–` : ''}
          {version.version}
        </span>
      </span>
      <span className="block text-xs text-muted">
        <ActorName actor={by} />, <TimeAgo at={version.created_at} />
      </span>
      <span className="block truncate text-xs text-muted">{summaryOf(version, collection)}</span>
    </button>
  );
}

function summaryOf({ changed_paths: paths, locales }: Version, collection: CollectionDocument | null): string {
  const labelOf = (field: string): string => collection?.fields.find(({ key }) => key === field)?.label ?? field;
  const fields = [...new Set(paths.flatMap(([, field]) => (field === undefined ? [] : labelOf(String(field)))))];
  return [locales.join(', '), fields.join(', ')].filter(Boolean).join(': ');
}
