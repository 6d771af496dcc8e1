import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { shell as t } from '#messages/shell';
import { useTRPC } from '@/api/trpc.ts';
import { useProjectOrNull } from '@/project/project-context.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { Skeleton } from '@/ui/states.tsx';

/** The project that is open, and the way to others, which are read when it's opened. */
export function ProjectSwitcher({ onNavigate }: { readonly onNavigate: (() => void) | undefined }) {
  const open = useProjectOrNull();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const projects = useQuery(trpc.projects.list.queryOptions({}, { enabled: isOpen }));
  const go = (path: string): void => {
    onNavigate?.();
    navigate.push(path);
  };
  if (!open) return <Skeleton className="mx-2 my-2 h-6" />;
  const { project } = open;
  return (
    <Menu
      align="start"
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="mb-1 flex h-10 shrink-0 items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover max-lg:h-11"
        >
          <span
            aria-hidden
            className="flex size-6 shrink-0 items-center justify-center rounded-md bg-accent text-xs font-semibold text-on-accent"
          >
            {[...project.name][0]?.toUpperCase()}
          </span>
          <span className="min-w-0 flex-1 truncate font-semibold">{project.name}</span>
          <span className="sr-only">, {t.changeProject}</span>
          <ChevronsUpDown className="size-4 text-muted" aria-hidden />
        </button>
      }
    >
      <MenuLabel>{t.projects}</MenuLabel>
      {(projects.data?.data ?? [project]).map((one) => (
        <MenuItem key={one.id} onSelect={() => go(`/projects/${one.id}`)}>
          <span className="truncate">{one.name}</span>
          {one.id === project.id && <span className="ms-auto text-xs text-muted">{t.openProject}</span>}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={Plus} label={t.newProject} onSelect={() => go('/projects/new')} />
    </Menu>
  );
}
