import { Suspense, useEffect } from 'react';
import { gate } from '#messages/gate';
import { GateFrame } from '@/sign-in/gate-frame.tsx';
import { NothingHere } from '@/sign-in/nothing-here.tsx';
import { pageAt } from './pages.ts';

/** A page outside of projects. Projects don't load the table of them. */
export function Page({ path }: { readonly path: string }) {
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

/** Begins to load the code of a page. */
export function preloadPage(path: string): void {
  pageAt(path)?.preload();
}
