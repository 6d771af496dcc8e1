import { Menu as MenuIcon, Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useState } from 'react';
import { shell as t } from '#messages/shell';
import { useProjectOrNull } from '@/project/project-context.tsx';
import { useFollowedRun } from '@/translation/followed-run.ts';
import { IconButton } from '@/ui/button.tsx';
import { isOneKey } from '@/ui/keys.ts';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { SkeletonRows } from '@/ui/states.tsx';
import { loadPaletteDestinations } from './destinations.ts';
import { features } from './features.ts';
import { LateWorkNotice } from './late-work-notice.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { Sidebar } from './sidebar.tsx';
import { TypeAhead } from './type-ahead.tsx';
import { useQuiet } from './use-quiet.ts';

const RunStrip = lazyPart(async () => (await import('@/translation/run-strip.tsx')).default);
const NavDrawer = lazyPart(async () => (await import('./nav-drawer.tsx')).NavDrawer);
const palette = lazyScreen(async () => {
  const [{ CommandPalette }, places] = await Promise.all([
    import('./command-palette.tsx'),
    loadPaletteDestinations(features),
  ]);
  return (props: Omit<ComponentProps<typeof CommandPalette>, 'places'>) => (
    <CommandPalette {...props} places={places} />
  );
});
const ShortcutsSheet = lazyPart(async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet);

/** Frame of a project's screens: navigation at the side, on a phone behind a button; palette and shortcuts. */
export function ShellFrame({ children }: { readonly children: ReactNode }) {
  const open = useProjectOrNull();
  const [isNavOpen, setNavOpen] = useState(false);
  const [over, setOver] = useState<'palette' | 'shortcuts' | null>(null);
  const [typed, setTyped] = useState('');
  useQuiet(palette.preload);
  useEffect(() => {
    const search = (): void => {
      const box = document.querySelector<HTMLElement>('main input[type="search"]');
      if (box) box.focus();
      else setOver('palette');
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        setTyped('');
        setOver((is) => (is === 'palette' ? null : 'palette'));
      } else if (isOneKey(event)) {
        const press = { '?': () => setOver('shortcuts'), '/': search, c: pressNewEntry }[event.key];
        if (press) event.preventDefault();
        press?.();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const close = (): void => {
    setOver(null);
    setTyped('');
  };
  const ahead = <TypeAhead text={typed} onType={setTyped} onClose={close} />;
  const sidebar = (onNavigate?: () => void): ReactNode => (
    <Sidebar
      onNavigate={onNavigate}
      onSearch={() => {
        onNavigate?.();
        setOver('palette');
      }}
      onShortcuts={() => {
        onNavigate?.();
        setOver('shortcuts');
      }}
    />
  );
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
      >
        {t.skip}
      </a>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="sticky top-(--bar) hidden h-[calc(100dvh-var(--bar))] border-e bg-sunken lg:block">
          {sidebar()}
        </aside>
        <div className="flex min-h-dvh min-w-0 flex-col">
          <header className="sticky top-(--bar) z-20 flex h-12 items-center gap-1 border-b bg-background px-1 lg:hidden">
            <IconButton
              icon={MenuIcon}
              label={t.navigation}
              size="icon"
              className="size-11"
              onClick={() => setNavOpen(true)}
            />
            <span className="min-w-0 flex-1 truncate font-medium">{open?.project.name}</span>
            <IconButton
              icon={Search}
              label={t.search}
              size="icon"
              className="size-11"
              onClick={() => setOver('palette')}
            />
          </header>
          <LateWorkNotice />
          {open && <FollowedRun projectId={open.project.id} />}
          <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none" aria-busy={!open}>
            {open ? children : <SkeletonRows />}
          </main>
        </div>
      </div>
      {isNavOpen && <NavDrawer onClose={() => setNavOpen(false)}>{sidebar(() => setNavOpen(false))}</NavDrawer>}
      {over === 'palette' && (
        <Suspense fallback={ahead}>
          {open ? (
            <palette.Component
              text={typed}
              onTextChange={setTyped}
              onClose={close}
              onShortcuts={() => setOver('shortcuts')}
            />
          ) : (
            ahead
          )}
        </Suspense>
      )}
      {over === 'shortcuts' && <ShortcutsSheet onClose={() => setOver(null)} />}
    </>
  );
}

/** The run of translations that was started in this browser, until it's closed. */
function FollowedRun({ projectId }: { readonly projectId: string }) {
  const runId = useFollowedRun(projectId);
  return runId === null ? null : <RunStrip key={runId} runId={runId} />;
}

function pressNewEntry(): void {
  document.querySelector<HTMLElement>('main [data-new-entry]')?.click();
}
