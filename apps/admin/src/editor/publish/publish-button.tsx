import { useCallback } from 'react';
import { common, common as commonWords } from '#messages/common';
import { editor as t } from '#messages/editor';
import type { Outputs } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { useShortcut } from '@/ui/use-shortcut.ts';
import { liveChanges } from '../review/live-changes.ts';
import type { EditSession } from '../session/edit-session.ts';
import type { SessionView } from '../session/session-view.ts';
import { useSessionFact } from '../session/use-session-fact.ts';

interface PublishButtonProps {
  readonly entry: Outputs['entries']['get'];
  readonly session: EditSession;
  readonly onPress: () => void;
}

/** Publishes, or says that everything is published. */
export function PublishButton({ entry, session, onPress }: PublishButtonProps) {
  const { project } = useProject();
  const { enter } = commonWords.keys;
  const shortcut = useShortcut();
  const count = useSessionFact(
    session,
    useCallback(
      ({ values, unread }: SessionView) =>
        liveChanges(entry, values, project.locales).length + Object.keys(unread).length,
      [entry, project.locales],
    ),
  );
  const isLive = entry.status === 'published';
  const isDone = isLive && count === 0;
  return (
    <Button
      label={
        isDone || !isLive ? (
          <span className="truncate">{isDone ? t.published : common.publish}</span>
        ) : (
          <>
            <span className="max-sm:sr-only">{t.publishChanges}</span>
            <span className="truncate sm:hidden" aria-hidden>
              {common.publish}
            </span>
          </>
        )
      }
      variant={isDone ? 'secondary' : 'primary'}
      disabled={isDone}
      onClick={onPress}
      data-publish
      title={isDone ? undefined : t.publishShortcut({ keys: shortcut(enter) })}
      className="max-sm:order-first max-sm:h-11 max-sm:min-w-0 max-sm:flex-1 max-sm:shrink max-sm:px-2"
    />
  );
}
