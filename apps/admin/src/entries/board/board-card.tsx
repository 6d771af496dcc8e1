import type { CollectionDocument } from '@stele/schema';
import { boards as t } from '#messages/boards';
import { common } from '#messages/common';
import { list } from '#messages/list';
import { Avatar } from '@/editor/presence/avatar.tsx';
import { PeopleIn } from '@/editor/presence/people-in.tsx';
import { LocaleChips } from '@/entry/locale-status.tsx';
import { mayReview, moveKind, moveRefusal, type Workflow } from '@/entry/review.ts';
import { moveWords, stageOf } from '@/entry/stage.ts';
import { useReview } from '@/entry/use-review.ts';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Badge } from '@/ui/badge.tsx';
import { cn } from '@/ui/cn.ts';
import { Link } from '@/ui/link.tsx';
import { MenuItem, MenuLabel, MoreMenu } from '@/ui/menu.tsx';
import { useEntryDrag } from '../entry-drag.tsx';
import { entryAddress, titleIn } from '../entry-link.ts';
import type { ListedEntry } from '../list-columns.tsx';
import ReviewCell from '../review-cell.tsx';
import { type Moving, useFocusAfterMove } from '../use-moving.ts';

interface BoardCardProps {
  readonly entry: ListedEntry;
  readonly collection: CollectionDocument;
  readonly workflow: Workflow;
  /** The state that it's shown in; null for an entry that is live and has nothing to review: it isn't moved. */
  readonly state: Workflow['states'][number] | null;
  readonly locale: string | null;
  readonly moving: Moving;
}

/** An entry on the board: its title, languages, the note of its last move, assignee and due date. It's dragged to another state, or moved by its menu. */
export function BoardCard({ entry, collection, workflow, state, locale, moving }: BoardCardProps) {
  const open = useProject();
  const { move } = useReview(entry, workflow, async () => entry.version);
  const title = titleIn(entry, collection, locale) || common.untitled;
  const isOnItsWay = moving.places.has(entry.id);
  const able = workflow.states.filter((one) => one !== state && moveRefusal(open, workflow, one, entry) === null);
  const moveTo = (key: string): void => {
    const to = able.find((one) => one.key === key);
    if (to) moving.during(entry, key, move(to, ''));
  };
  const isFixed = state === null || isOnItsWay || !mayReview(open, entry);
  const drag = useEntryDrag({ entry, title, moveTo }, isFixed);
  const link = useFocusAfterMove(moving, entry.id);
  return (
    <li
      {...drag.props}
      className={cn(
        'relative flex flex-col gap-2 rounded-md border bg-surface p-3 text-sm shadow-xs hover:border-border-strong',
        !isFixed && 'sm:cursor-grab',
        (drag.isDragging || isOnItsWay) && 'opacity-60',
      )}
    >
      <div className="flex items-start gap-2">
        <Link
          ref={link}
          href={entryAddress(open, entry, locale)}
          draggable={false}
          dir="auto"
          className="min-w-0 flex-1 font-medium break-words hover:underline rtl:text-right"
        >
          {title}
        </Link>
        <PeopleIn entryId={entry.id} />
        {!isFixed && (
          <MoreMenu label={list.rowMenu({ title })} className="-mt-1 -me-1 max-sm:size-11">
            {able.length === 0 && <MenuLabel>{t.noMoves}</MenuLabel>}
            {able.map((one) => (
              <MenuItem
                key={one.key}
                label={moveWords(moveKind(workflow, one, entry, open.user.id), one)}
                onSelect={() => moveTo(one.key)}
              />
            ))}
          </MoreMenu>
        )}
      </div>
      {state === workflow.states[0] && entry.status === 'published' && (
        <Badge tone="warning" className="self-start">
          {stageOf(entry, workflow).label}
        </Badge>
      )}
      {open.project.locales.length > 1 && <LocaleChips entry={entry} locales={open.project.locales} />}
      {entry.review?.note && (
        <p className="line-clamp-3 text-xs break-words text-muted">
          {entry.review.moved_by && <ActorName actor={entry.review.moved_by} />} <q dir="auto">{entry.review.note}</q>
        </p>
      )}
      {(entry.review?.assignee || entry.review?.due_on) && (
        <div className="flex min-w-0 items-center gap-2 text-xs">
          {entry.review.assignee && <Avatar person={entry.review.assignee} />}
          <ReviewCell column="assignee" entry={entry} collection={collection} />
          <span className="ms-auto shrink-0">
            <ReviewCell column="due" entry={entry} collection={collection} />
          </span>
        </div>
      )}
    </li>
  );
}
