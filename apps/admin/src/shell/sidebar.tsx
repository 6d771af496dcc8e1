import { useQuery } from '@tanstack/react-query';
import { Bookmark, Lock, Search } from 'lucide-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { Fragment, type ReactNode, useRef } from 'react';
import { list as words } from '#messages/list';
import { shell as t } from '#messages/shell';
import { useTRPC } from '@/api/trpc.ts';
import { isView, viewAddress } from '@/entries/view-address.ts';
import { formats } from '@/i18n/language.ts';
import type { NavigationGroup } from '@/project/feature.ts';
import { useProjectOrNull } from '@/project/project-context.tsx';
import { SchemaIcon } from '@/project/schema-icon.tsx';
import { cn } from '@/ui/cn.ts';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { useOneStop } from '@/ui/use-one-stop.ts';
import { useShortcut } from '@/ui/use-shortcut.ts';
import { groupsOf } from './collection-groups.ts';
import { navigationDestinations } from './destinations.ts';
import { features } from './features.ts';
import { PersonMenu } from './person-menu.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';

interface SidebarProps {
  /** Called when something was chosen: a drawer closes. */
  readonly onNavigate: (() => void) | undefined;
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

/** Navigation of a project. It's there before the project is: links appear in their places as they become known. */
export function Sidebar({ onNavigate, onSearch, onShortcuts }: SidebarProps) {
  const open = useProjectOrNull();
  const shortcut = useShortcut();
  const list = useRef<HTMLDivElement>(null);
  const press = useOneStop(list, 'column');
  const path = usePathname();
  const query = useSearchParams();
  const base = `/projects/${open?.project.id ?? path.split('/')[2]}`;
  const isList = path === `${base}/entries`;
  const collection = query.get('collection');
  const isTrash = isList && query.get('status') === 'trashed';
  const counts = useCounts();
  const views = useViews();
  const shown = isList ? views.find((view) => isView(view, query)) : undefined;
  const viewsOf = (key: string | null): ReactNode =>
    views
      .filter((view) => view.collection_key === key)
      .map((view) => {
        const Icon = view.is_private ? Lock : Bookmark;
        return (
          <NavLink
            key={view.id}
            href={viewAddress(open?.project.id ?? '', view)}
            icon={<Icon className="ms-6 size-3.5 shrink-0" aria-hidden />}
            active={view === shown}
            count={undefined}
            onNavigate={onNavigate}
          >
            <bdi>{view.name}</bdi>
            {view.is_private && <span className="sr-only">, {words.onlyYours}</span>}
          </NavLink>
        );
      });
  const within = path.slice(base.length + 1);
  const places = (group: NavigationGroup): ReactNode =>
    navigationDestinations(features, group, open).map(({ href, label, icon: Icon, isAt, Badge }) => (
      <NavLink
        key={href}
        href={`${base}${href}`}
        icon={<Icon className="size-4 shrink-0" aria-hidden />}
        active={!shown && (isAt ? isAt(within, query) : within === href.slice(1))}
        count={undefined}
        onNavigate={onNavigate}
      >
        {label()}
        {Badge && <Badge />}
      </NavLink>
    ));
  return (
    <nav aria-label={t.project} className="flex h-full flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto p-2.5">
        <ProjectSwitcher onNavigate={onNavigate} />
        <button
          type="button"
          onClick={onSearch}
          className="mb-2 flex h-8 shrink-0 items-center gap-2 rounded-md border bg-surface px-2.5 text-sm text-muted hover:border-border-strong max-lg:h-11"
        >
          <Search className="size-4" aria-hidden />
          {t.search}
          <kbd className="ms-auto font-sans text-xs max-lg:hidden" suppressHydrationWarning>
            {shortcut('K')}
          </kbd>
        </button>
        {/* Tab leads past all places at once. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links in it */}
        <div ref={list} onKeyDown={press} className="flex shrink-0 flex-col gap-0.5">
          {places('top')}
          {viewsOf(null)}
          {!open && [1, 2, 3].map((one) => <Skeleton key={one} className="mx-2.5 my-2 h-4 w-32" />)}
          {groupsOf(open?.schema ?? null, open?.project.limits.reads).map(({ group, collections }) => (
            <div key={group ?? ''} className="flex flex-col gap-0.5">
              {group !== null && <p className="mt-3 px-2.5 pb-1 text-xs font-medium text-muted">{group}</p>}
              {collections.map(({ key, label, icon }) => (
                <Fragment key={key}>
                  <NavLink
                    href={`${base}/entries?collection=${key}`}
                    icon={<SchemaIcon name={icon} />}
                    active={isList && collection === key && !isTrash && !shown}
                    count={counts.get(key)}
                    onNavigate={onNavigate}
                  >
                    {label}
                  </NavLink>
                  {viewsOf(key)}
                </Fragment>
              ))}
            </div>
          ))}
          {open?.schema?.collections.some(({ group }) => group !== undefined) && <hr className="mx-2.5 my-2" />}
          {places('content')}
          {navigationDestinations(features, 'site', open).length > 0 && (
            <p className="mt-3 px-2.5 pb-1 text-xs font-medium text-muted">{t.publishing}</p>
          )}
          {places('site')}
          <p className="mt-3 px-2.5 pb-1 text-xs font-medium text-muted">{t.project}</p>
          {places('project')}
        </div>
      </div>
      {/* In sight, however many places there are. */}
      <div className="border-t p-2.5">
        <PersonMenu onShortcuts={onShortcuts} />
      </div>
    </nav>
  );
}

/** How many entries each collection has: asked for after the screen's own data. */
function useCounts(): ReadonlyMap<string, number> {
  const open = useProjectOrNull();
  const trpc = useTRPC();
  const counts = useQuery(
    trpc.entries.count.queryOptions(
      { projectId: open?.project.id ?? '' },
      { enabled: open !== null, staleTime: 30_000, retry: false },
    ),
  );
  return new Map((counts.data?.data ?? []).map(({ collection_key: key, total }) => [key, total]));
}

/** Saved lists of entries. */
function useViews() {
  const open = useProjectOrNull();
  const trpc = useTRPC();
  const views = useQuery(
    trpc.views.list.queryOptions(
      { projectId: open?.project.id ?? '' },
      { enabled: open !== null, staleTime: 30_000, retry: false },
    ),
  );
  return views.data?.data ?? [];
}

interface NavLinkProps {
  readonly href: string;
  readonly icon: ReactNode;
  readonly active: boolean;
  readonly count: number | undefined;
  readonly onNavigate: (() => void) | undefined;
  readonly children: ReactNode;
}

function NavLink({ href, icon, active, count, onNavigate, children }: NavLinkProps) {
  const { number } = formats;
  return (
    <Link
      href={href}
      onClick={() => onNavigate?.()}
      aria-current={active ? 'page' : undefined}
      className={cn(
        'flex h-8 shrink-0 items-center gap-2.5 rounded-md px-2.5 text-sm max-lg:h-11',
        active ? 'bg-hover font-medium text-foreground' : 'text-muted hover:bg-hover/50 hover:text-foreground',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {count !== undefined && count > 1 && (
        <span className="text-xs font-normal text-muted tabular-nums" aria-hidden>
          {number(count)}
        </span>
      )}
    </Link>
  );
}
