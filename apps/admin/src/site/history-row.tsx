import { GitCompareArrows, Radio, RotateCcw } from 'lucide-react';
import { common } from '#messages/common';
import { site as words } from '#messages/site';
import type { Outputs } from '@/api/trpc.ts';
import { changeLines, countsLine, peopleOf } from '@/changes/change-words.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { TimeAgo } from '@/ui/time.tsx';

type Snapshot = Outputs['snapshots']['list']['data'][number];

interface HistoryRowProps {
  readonly snapshot: Snapshot;
  /** The version before; undefined when there's none, or it isn't read yet. */
  readonly before: Snapshot | undefined;
  readonly onRestore: () => void;
}

/** A version of the site: who made it how and when, what it changed, and the way back to it. */
export function HistoryRow({ snapshot, before, onRestore }: HistoryRowProps) {
  const { project, may } = useProject();
  const telling = { words, formats: formats };
  const lines = changeLines(snapshot, telling);
  const compare = `/projects/${project.id}/site/compare`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        {lines.map((line) => (
          <p key={line} className="font-medium wrap-anywhere">
            {line}
          </p>
        ))}
        <p className="text-xs wrap-anywhere text-muted">
          <TimeAgo at={snapshot.created_at} /> · {[countsLine(snapshot, telling), ...peopleOf(snapshot)].join(' · ')}
        </p>
      </div>
      {snapshot.live && (
        <Badge tone="success">
          <Radio aria-hidden /> {common.live}
        </Badge>
      )}
      {!snapshot.restorable && <Badge>{words.notKept}</Badge>}
      <div className="flex gap-1.5">
        {before?.restorable && snapshot.restorable && (
          <LinkButton
            icon={GitCompareArrows}
            label={words.changes}
            href={`${compare}?from=${before.snapshot_id}&to=${snapshot.snapshot_id}`}
            aria-label={words.changesOf({ what: lines.join(', ') })}
            variant="ghost"
            size="sm"
            className="max-sm:h-11"
          />
        )}
        {may('snapshot.restore') && !snapshot.live && snapshot.restorable && (
          <Button
            icon={RotateCcw}
            label={common.restore}
            size="sm"
            className="max-sm:h-11"
            aria-label={words.restoreOf({ what: lines.join(', ') })}
            onClick={onRestore}
          />
        )}
      </div>
    </li>
  );
}
