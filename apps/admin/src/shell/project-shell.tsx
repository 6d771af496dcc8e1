'use client';

import type { SchemaDocument } from '@stele/schema';
import { useQuery } from '@tanstack/react-query';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { errorOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Failed } from '@/ui/states.tsx';
import { CommandPalette } from './command-palette.tsx';
import { rememberProject } from './last-project.ts';
import { ProjectProvider } from './project-context.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSignedIn } from './use-signed-in.ts';

/** Frame of a project's screens: navigation at the side, on a phone behind a button; the command palette. */
export function ProjectShell({ projectId, children }: { readonly projectId: string; readonly children: ReactNode }) {
  const trpc = useTRPC();
  const { isSignedIn, user } = useSignedIn();
  const [isNavOpen, setNavOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const project = useQuery(trpc.projects.get.queryOptions({ projectId }, { enabled: isSignedIn }));
  const schema = useQuery(
    trpc.schema.getActive.queryOptions(
      { projectId },
      { enabled: isSignedIn, retry: (failures, error) => failures < 2 && errorOf(error).status !== 404 },
    ),
  );
  useEffect(() => rememberProject(projectId), [projectId]);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setPaletteOpen((is) => !is);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);

  const hasNoSchema = schema.error !== null && errorOf(schema.error).code === 'schema.none_pushed';
  const failed = project.error ?? (hasNoSchema ? null : schema.error);
  if (failed) return <Failed error={failed} onRetry={() => void Promise.all([project.refetch(), schema.refetch()])} />;
  if (!project.data || !user || !(schema.data || hasNoSchema)) return <div className="min-h-dvh" aria-busy />;
  const open = {
    project: project.data,
    schema: schema.data ? (schema.data.schema as SchemaDocument) : null,
    user,
    mayEdit: project.data.role !== 'viewer',
    mayManage: project.data.role === 'owner',
  };
  return (
    <ProjectProvider value={open}>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="sticky top-0 hidden h-dvh border-r bg-sunken md:block">
          <Sidebar onSearch={() => setPaletteOpen(true)} />
        </aside>
        <div className="flex min-h-dvh min-w-0 flex-col">
          <header className="sticky top-0 z-20 flex h-12 items-center gap-1 border-b bg-background px-2 md:hidden">
            <Button variant="ghost" size="icon" aria-label="Navigation" onClick={() => setNavOpen(true)}>
              <MenuIcon aria-hidden />
            </Button>
            <span className="min-w-0 flex-1 truncate font-medium">{open.project.name}</span>
            <Button variant="ghost" size="icon" aria-label="Search" onClick={() => setPaletteOpen(true)}>
              <Search aria-hidden />
            </Button>
          </header>
          <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            {children}
          </main>
        </div>
      </div>
      <Dialog.Root open={isNavOpen} onOpenChange={setNavOpen}>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] border-r bg-sunken shadow-pop outline-none"
          >
            <Dialog.Title className="sr-only">Navigation</Dialog.Title>
            <Sidebar onNavigate={() => setNavOpen(false)} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <CommandPalette open={isPaletteOpen} onOpenChange={setPaletteOpen} />
    </ProjectProvider>
  );
}
