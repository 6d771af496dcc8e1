'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ChevronsUpDown,
  Database,
  FileText,
  History,
  Layers,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  ScrollText,
  Search,
  Settings,
  Sun,
  Trash2,
} from 'lucide-react';
import Link from 'next/link';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTheme } from 'next-themes';
import type { ReactNode } from 'react';
import { signOut } from '@/api/session.ts';
import { useTRPC } from '@/api/trpc.ts';
import { cn } from '@/ui/cn.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu.tsx';
import { useProject } from './project-context.tsx';

interface SidebarProps {
  /** Called when something was chosen: a drawer closes. */
  readonly onNavigate?: () => void;
  readonly onSearch?: () => void;
}

/** Where one can go in a project. */
export function Sidebar({ onNavigate, onSearch }: SidebarProps) {
  const { project, schema, mayManage } = useProject();
  const base = `/projects/${project.id}`;
  const path = usePathname();
  const query = useSearchParams();
  const isList = path === `${base}/entries`;
  const collection = query.get('collection');
  const isTrash = isList && query.get('status') === 'trashed';
  const item = (href: string, icon: LucideIcon, label: string, active: boolean): ReactNode => (
    <NavLink key={href} href={`${base}${href}`} icon={icon} active={active} onNavigate={onNavigate}>
      {label}
    </NavLink>
  );
  return (
    <nav aria-label="Project" className="flex h-full flex-col gap-1 overflow-y-auto p-2.5">
      <ProjectSwitcher onNavigate={onNavigate} />
      {onSearch && (
        <button
          type="button"
          onClick={onSearch}
          className="mb-2 flex h-8 items-center gap-2 rounded-md border bg-surface px-2.5 text-sm text-muted hover:border-border-strong"
        >
          <Search className="size-4" aria-hidden />
          Search
          <kbd className="ml-auto font-sans text-xs">Ctrl K</kbd>
        </button>
      )}
      {item('/entries', Layers, 'All entries', isList && collection === null && !isTrash)}
      {(schema?.collections ?? []).map(({ key, label }) =>
        item(`/entries?collection=${key}`, FileText, label, isList && collection === key && !isTrash),
      )}
      {item('/entries?status=trashed', Trash2, 'Trash', isTrash)}
      <p className="mt-4 px-2.5 pb-1 text-xs font-medium text-muted">Site</p>
      {item('/site', History, 'History', path.startsWith(`${base}/site`))}
      {item('/schema', Database, 'Schema', path === `${base}/schema`)}
      {mayManage && item('/audit', ScrollText, 'Audit log', path === `${base}/audit`)}
      {item('/settings', Settings, 'Settings', path === `${base}/settings`)}
      <div className="mt-auto pt-4">
        <PersonMenu />
      </div>
    </nav>
  );
}

interface NavLinkProps {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly active: boolean;
  readonly onNavigate: (() => void) | undefined;
  readonly children: ReactNode;
}

function NavLink({ href, icon: Icon, active, onNavigate, children }: NavLinkProps) {
  return (
    <Link
      href={href}
      onClick={() => onNavigate?.()}
      aria-current={active ? 'page' : undefined}
      className={cn(
        'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm max-md:h-10',
        active ? 'bg-hover font-medium text-foreground' : 'text-muted hover:bg-hover hover:text-foreground',
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      <span className="truncate">{children}</span>
    </Link>
  );
}

function ProjectSwitcher({ onNavigate }: { readonly onNavigate: (() => void) | undefined }) {
  const { project } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const projects = useQuery(trpc.projects.list.queryOptions({}));
  const open = (path: string): void => {
    onNavigate?.();
    router.push(path);
  };
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="mb-1 flex h-10 items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover">
          <span
            aria-hidden
            className="flex size-6 shrink-0 items-center justify-center rounded-md bg-accent text-xs font-semibold text-on-accent"
          >
            {project.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="min-w-0 flex-1 truncate font-semibold">{project.name}</span>
          <span className="sr-only">, change project</span>
          <ChevronsUpDown className="size-4 text-muted" aria-hidden />
        </button>
      }
    >
      <MenuLabel>Projects</MenuLabel>
      {(projects.data?.data ?? []).map((one) => (
        <MenuItem key={one.id} onSelect={() => open(`/projects/${one.id}/entries`)}>
          <span className="truncate">{one.name}</span>
          {one.id === project.id && <span className="ml-auto text-xs text-muted">open</span>}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => open('/projects/new')}>
        <Plus aria-hidden />
        New project
      </MenuItem>
    </Menu>
  );
}

function PersonMenu() {
  const { user } = useProject();
  const { setTheme } = useTheme();
  const router = useRouter();
  const queryClient = useQueryClient();
  const leave = async (): Promise<void> => {
    await signOut();
    queryClient.clear();
    router.replace('/sign-in');
  };
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="flex w-full items-center gap-2.5 rounded-md p-2 text-left hover:bg-hover">
          <span
            aria-hidden
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-semibold"
          >
            {user.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{user.name}</span>
            <span className="block truncate text-xs text-muted">{user.email}</span>
          </span>
        </button>
      }
    >
      <MenuLabel>Appearance</MenuLabel>
      <MenuItem onSelect={() => setTheme('light')}>
        <Sun aria-hidden /> Light
      </MenuItem>
      <MenuItem onSelect={() => setTheme('dark')}>
        <Moon aria-hidden /> Dark
      </MenuItem>
      <MenuItem onSelect={() => setTheme('system')}>
        <Monitor aria-hidden /> As the system
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void leave()}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}
