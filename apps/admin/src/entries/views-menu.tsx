import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkPlus, Lock, Trash2 } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { list as t } from '#messages/list';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { mayChangeView } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { isView, viewAddress } from './view-address.ts';

const SaveViewDialog = lazyPart(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog);

/** Views that the project's members share, and one's own: gone to, saved from what the list shows, deleted. */
export function ViewsMenu({ collection }: { readonly collection: string | null }) {
  const open = useProject();
  const { project } = open;
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const search = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const views = useQuery(
    trpc.views.list.queryOptions({ projectId: project.id }, { enabled: isOpen, staleTime: 30_000 }),
  );
  const all = views.data?.data ?? [];
  const here = all.find((view) => isView(view, search));
  const remove = useMutation(trpc.views.delete.mutationOptions());
  return (
    <>
      <Menu
        onOpenChange={setOpen}
        trigger={
          <Button variant="ghost" className="max-sm:size-11 max-sm:px-0">
            <Bookmark aria-hidden /> <span className="max-sm:sr-only">{t.views}</span>
          </Button>
        }
      >
        {all.length > 0 && <MenuLabel>{t.views}</MenuLabel>}
        {all.map((view) => (
          <MenuItem
            icon={view.is_private ? Lock : Bookmark}
            label={view.name}
            key={view.id}
            onSelect={() => navigate.push(viewAddress(project.id, view))}
          />
        ))}
        {all.length > 0 && <MenuSeparator />}
        <MenuItem icon={BookmarkPlus} label={t.saveView} onSelect={() => setSaving(true)} />
        {here && mayChangeView(open, here) && (
          <MenuItem
            icon={Trash2}
            label={t.deleteView({ name: here.name })}
            danger
            onSelect={() =>
              remove.mutate(
                { projectId: project.id, viewId: here.id },
                {
                  onSuccess: () => {
                    tell(t.viewDeleted({ name: here.name }));
                    return invalidate(trpc.views);
                  },
                  onError: (error) => tellFailure(t.viewNotSaved, error),
                },
              )
            }
          />
        )}
      </Menu>
      {isSaving && <SaveViewDialog collection={collection} onClose={() => setSaving(false)} />}
    </>
  );
}
