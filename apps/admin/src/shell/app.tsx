'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { gate } from '#messages/gate';
import { newQueryClient, newTrpcClient, TRPCProvider } from '@/api/trpc.ts';
import { SpokenLanguage } from '@/i18n/spoken-language.tsx';
import { GateFrame } from '@/sign-in/gate-frame.tsx';
import { NothingHere } from '@/sign-in/nothing-here.tsx';
import { PreloadProvider } from '@/ui/navigate.ts';
import { Toaster } from '@/ui/toast.tsx';
import { ConnectionWatch } from './connection-watch.tsx';
import { LoadBoundary } from './load-boundary.tsx';
import { pageAt } from './pages.ts';
import { ProjectShell } from './project-shell.tsx';
import { screenAt } from './screens.tsx';

/** Of an address, the project and the path within it; undefined outside of projects. */
const PROJECT = /^\/projects\/(?!new$)([^/]+)(?:\/(.*))?$/;

// The code of the screen is asked for together with the rest of the page's.
if (typeof window !== 'undefined') preload(window.location.pathname);

/** The whole admin. Nothing of it is drawn before a browser does. */
export function App() {
  const isInBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return isInBrowser ? <BrowserApp /> : null;
}

/** Providers for every screen: words, data, addresses, toasts. */
function BrowserApp() {
  const [queryClient] = useState(newQueryClient);
  const [trpcClient] = useState(newTrpcClient);
  return (
    <SpokenLanguage>
      <QueryClientProvider client={queryClient}>
        <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
          <PreloadProvider value={preload}>
            <ConnectionWatch />
            <NuqsAdapter>
              <LoadBoundary>
                <Place />
              </LoadBoundary>
            </NuqsAdapter>
          </PreloadProvider>
          <Toaster />
        </TRPCProvider>
      </QueryClientProvider>
    </SpokenLanguage>
  );
}

/** The screen at the address: a project, or a page outside of projects. */
function Place() {
  const path = usePathname();
  const [, projectId, within = ''] = PROJECT.exec(path) ?? [];
  if (projectId === undefined) return <Page path={path} />;
  return <ProjectShell key={projectId} projectId={projectId} path={within || 'entries'} />;
}

function Page({ path }: { readonly path: string }) {
  const page = pageAt(path);
  const title = page ? page.titleOf() : gate.nothingHere;
  useEffect(() => {
    document.title = title ? `${title} · Stele` : 'Stele';
  }, [title]);
  if (page && !page.isGate) {
    return (
      <Suspense key={path}>
        <page.Component />
      </Suspense>
    );
  }
  return (
    <GateFrame>
      {page?.hasSecretAddress && <meta name="referrer" content="no-referrer" />}
      <Suspense key={path}>{page ? <page.Component /> : <NothingHere />}</Suspense>
    </GateFrame>
  );
}

function preload(path: string): void {
  const [, projectId, within = ''] = PROJECT.exec(path) ?? [];
  if (projectId === undefined) pageAt(path)?.preload();
  else screenAt(within || 'entries')?.preload();
}
