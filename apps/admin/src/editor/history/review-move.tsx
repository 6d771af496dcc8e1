import { review as t } from '#messages/review';
import type { Outputs } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { ActorName } from '@/ui/actor-name.tsx';
import { TimeAgo } from '@/ui/time.tsx';

export type ReviewMove = Outputs['entries']['getReview']['moves'][number];

interface ReviewMoveLineProps {
  readonly move: ReviewMove;
  /** The name of a state of the workflow. */
  readonly labelOf: (state: string) => string;
}

/** A decision about an entry, between the versions of its history. */
export function ReviewMoveLine({ move, labelOf }: ReviewMoveLineProps) {
  const { verdict, locales, note, created_by: by, created_at: at } = move;
  const { language, list } = formats;
  const what = verdict === 'moved' ? t.history.moved({ state: labelOf(move.state) }) : t.history[verdict];
  return (
    <div className="rounded-md border border-dashed px-3 py-2 text-xs text-muted">
      <p className="text-sm font-medium text-foreground">
        {what}
        {locales.length > 0 && `: ${list(locales.map(language))}`}
      </p>
      <p>
        <ActorName actor={by} />, <TimeAgo at={at} />
      </p>
      {note && (
        <p className="mt-1 border-s-2 ps-2 break-words whitespace-pre-wrap" dir="auto">
          {note}
        </p>
      )}
    </div>
  );
}

/** The decisions after a record of the history, newest first; after the newest one, all since. */
export function movesAfter(
  moves: readonly ReviewMove[],
  records: readonly { readonly created_at: string }[],
  index: number,
): readonly ReviewMove[] {
  const [from, until] = [records[index]?.created_at, records[index - 1]?.created_at];
  return moves.filter(
    ({ created_at: at }) => (from === undefined || at >= from) && (until === undefined || at < until),
  );
}
