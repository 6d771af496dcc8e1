import { type ReactNode, useState } from 'react';
import { common } from '#messages/common';
import { type FieldChange, useAsksBeforeTrash } from '@/entry/dry-run.ts';
import type { Refused } from '@/entry/refusals.ts';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { attempt } from '@/ui/toast.tsx';
import type { ListedEntry } from './list-columns.tsx';
import { type BulkAction, useBulk } from './use-bulk.ts';

const LeaveDialog = lazyPart(async () => (await import('@/entry/leave-dialog.tsx')).LeaveDialog);
const BulkPublishDialog = lazyPart(async () => (await import('./bulk-publish-dialog.tsx')).BulkPublishDialog);
const FieldChangeDialog = lazyPart(async () => (await import('./field-change-dialog.tsx')).FieldChangeDialog);

interface PendingAction {
  readonly action: BulkAction;
  readonly rows: readonly ListedEntry[];
}

interface ConfirmedBulk extends Omit<ReturnType<typeof useBulk>, 'run'> {
  /** Does something to entries, after asking when it changes the site. */
  ask(action: BulkAction, rows: readonly ListedEntry[]): void;
  /** The question, while there is one. */
  readonly question: ReactNode;
}

/**
 * As `useBulk`, but asks before the site changes.
 *
 * @param onDone called with the entries that it couldn't be done to
 */
export function useConfirmedBulk(onDone: (refused: readonly Refused[]) => void = () => undefined): ConfirmedBulk {
  const { run, ...bulk } = useBulk();
  const isTrashAsked = useAsksBeforeTrash();
  const [pending, setPending] = useState<PendingAction | null>(null);
  const [isLooking, setLooking] = useState(false);
  const act = async (
    { action, rows }: PendingAction,
    locales?: ReadonlyMap<string, readonly string[]>,
    change?: FieldChange,
  ): Promise<void> => {
    // The trash takes no locales, and also what isn't live.
    const ids = action === 'trash' || !locales ? rows.map(({ id }) => id) : [...locales.keys()];
    const refused = await run(action, ids, rows, action === 'trash' ? {} : { locales, change });
    setPending(null);
    if (refused) onDone(refused);
  };
  const ask = async (next: PendingAction): Promise<void> => {
    if (next.action === 'restore' || next.action === 'republish') return act(next);
    if (next.action !== 'trash') return setPending(next);
    setLooking(true);
    const isAsked = await attempt(isTrashAsked(next.rows.map(({ id }) => id)), common.notDone);
    setLooking(false);
    if (isAsked) setPending(next);
    else if (isAsked === false) await act(next);
  };
  const props = {
    busy: bulk.isPending,
    onClose: () => setPending(null),
    onConfirm: (locales: ReadonlyMap<string, readonly string[]>, change?: FieldChange) =>
      void (pending && act(pending, locales, change)),
  };
  return {
    ...bulk,
    isPending: bulk.isPending || isLooking,
    ask: (action, rows) => void ask({ action, rows }),
    question:
      pending &&
      (pending.action === 'publish' ? (
        <BulkPublishDialog {...props} rows={pending.rows} />
      ) : pending.action === 'set' ? (
        <FieldChangeDialog {...props} rows={pending.rows} />
      ) : (
        <LeaveDialog {...props} action={pending.action === 'trash' ? 'trash' : 'unpublish'} entries={pending.rows} />
      )),
  };
}
