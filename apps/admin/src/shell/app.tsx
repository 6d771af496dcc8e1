'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { newQueryClient, newTrpcClient, TRPCProvider } from '@/api/trpc.ts';
import { SpokenLanguage } from '@/i18n/spoken-language.tsx';
import { PreloadProvider } from '@/ui/navigate.ts';
import { Toaster } from '@/ui/toast.tsx';
import { ConnectionWatch } from './connection-watch.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { LoadBoundary } from './load-boundary.tsx';
import { ProjectShell } from './project-shell.tsx';
import { screenAt } from './screens.tsx';

/** Of an address, the project and the path within it; undefined outside of projects. */
const PROJECT = /^\/projects\/(?!new$)([^/]+)(?:\/(.*))?$/;

const pageModule = () => import('./page.tsx');
const page = lazyScreen(async () => (await pageModule()).Page);

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
                <CurrentScreen />
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
function CurrentScreen() {
  const path = usePathname();
  const [, projectId, within = ''] = PROJECT.exec(path) ?? [];
  if (projectId === undefined) {
    return (
      <Suspense>
        <page.Component path={path} />
      </Suspense>
    );
  }
  return <ProjectShell key={projectId} projectId={projectId} path={within} />;
}

function preload(path: string): void {
  const [, projectId, within = ''] = PROJECT.exec(path) ?? [];
  if (projectId === undefined) {
    void pageModule().then(
      ({ preloadPage }) => preloadPage(path),
      () => undefined,
    );
  } else screenAt(within)?.preload();
}
