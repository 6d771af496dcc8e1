import { Radio } from 'lucide-react';
import { site as words } from '#messages/site';
import type { Outputs } from '@/api/trpc.ts';
import { changeLines } from '@/changes/change-words.ts';
import { TargetStates } from '@/delivery/target-states.tsx';
import { formats } from '@/i18n/language.ts';
import { TimeAgo } from '@/ui/time.tsx';
import { LiveFiles } from './live-files.tsx';

type Snapshot = Outputs['snapshots']['list']['data'][number];

interface LiveCardProps {
  readonly live: Snapshot;
  readonly pointer: Outputs['snapshots']['latest'] | undefined;
}

/** The version that is live: since when, by what change, and which websites show it. */
export function LiveCard({ live, pointer }: LiveCardProps) {
  const [line] = changeLines(live, { words, formats });
  return (
    <section aria-label={words.liveVersion} className="mb-8 rounded-lg border bg-surface">
      <div className="flex flex-wrap items-start gap-3 px-4 py-3">
        <Radio className="mt-1 size-4 shrink-0 text-success" aria-hidden />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold" suppressHydrationWarning>
            {words.liveSince({ moment: formats.moment(live.created_at) })}
          </p>
          <p className="text-sm wrap-anywhere text-muted">
            <TimeAgo at={live.created_at} />
            {line && ` · ${line}`}
          </p>
        </div>
        {pointer && <LiveFiles pointer={pointer} />}
      </div>
      <TargetStates sequence={live.sequence} className="border-t" />
    </section>
  );
}
