'use client';

import { useMutation } from '@tanstack/react-query';
import { Copy, EyeOff, MoreHorizontal, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useRefresh, useRestoreEntry } from '@/entries/use-entry-actions.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '@/ui/menu.tsx';
import { tell, tellFailure, tellUnsaved } from '@/ui/toast.tsx';
import { languageName } from './locale-tabs.tsx';

interface EntryMenuProps {
  readonly entry: Outputs['entries']['get'];
  /** Saves what isn't saved. */
  readonly flush: () => Promise<number | null>;
}

/** What else can be done with an entry. */
export function EntryMenu({ entry, flush }: EntryMenuProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const refresh = useRefresh();
  const restore = useRestoreEntry();
  const [isUnpublishing, setUnpublishing] = useState(false);
  const target = { projectId: project.id, entryId: entry.id };
  const duplicate = useMutation(
    trpc.entries.duplicate.mutationOptions({
      onSuccess: (copy) => {
        tell('This is the copy.');
        void refresh();
        router.push(`/projects/${project.id}/entries/${copy.id}`);
      },
      onError: (error) => tellFailure('The entry could not be duplicated', error),
    }),
  );
  const remove = useMutation(
    trpc.entries.delete.mutationOptions({
      onSuccess: ({ warnings }) => {
        const more = warnings.length > 0 ? ` ${warnings.length} live entries still refer to it.` : '';
        tell(`“${entry.title || 'Untitled'}” is in the trash.${more}`, () => restore.mutate(target));
        router.push(`/projects/${project.id}/entries?collection=${entry.collection_key}`);
        return refresh();
      },
      onError: (error) => tellFailure('The entry could not be deleted', error),
    }),
  );
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label="More">
            <MoreHorizontal aria-hidden />
          </Button>
        }
      >
        <MenuItem
          onSelect={() => void flush().then((base) => (base === null ? tellUnsaved() : duplicate.mutate(target)))}
        >
          <Copy aria-hidden /> Duplicate
        </MenuItem>
        <MenuItem disabled={entry.status !== 'published'} onSelect={() => setUnpublishing(true)}>
          <EyeOff aria-hidden /> Unpublish
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => void flush().then(() => remove.mutate(target))}>
          <Trash2 aria-hidden /> Delete
        </MenuItem>
      </Menu>
      <UnpublishDialog open={isUnpublishing} onOpenChange={setUnpublishing} entry={entry} />
    </>
  );
}

interface UnpublishDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly entry: Outputs['entries']['get'];
}

function UnpublishDialog({ open, onOpenChange, entry }: UnpublishDialogProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const refresh = useRefresh();
  const live = Object.entries(entry.locales_status).flatMap(([locale, status]) =>
    status === 'published' ? [locale] : [],
  );
  const [kept, setKept] = useState<readonly string[]>([]);
  const chosen = live.filter((locale) => !kept.includes(locale));
  const unpublish = useMutation(
    trpc.entries.unpublish.mutationOptions({
      onSuccess: ({ warnings }) => {
        const more = warnings.length > 0 ? ` ${warnings.length} live entries still refer to it.` : '';
        tell(`Taken off the site.${more}`);
        onOpenChange(false);
        return refresh();
      },
      onError: (error) => tellFailure('The entry could not be unpublished', error),
    }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Take off the site"
      description="The drafts stay. The website is rebuilt without what you choose."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="danger"
            disabled={chosen.length === 0}
            busy={unpublish.isPending}
            onClick={() => unpublish.mutate({ projectId: project.id, entryId: entry.id, locales: chosen })}
          >
            Unpublish
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {live.map((locale) => (
          <label key={locale} className="flex items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(locale)}
              onChange={() => setKept(kept.includes(locale) ? kept.filter((one) => one !== locale) : [...kept, locale])}
            />
            {languageName(locale)}
          </label>
        ))}
      </div>
    </Dialog>
  );
}
