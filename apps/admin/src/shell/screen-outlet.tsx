import { Compass } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { Empty, SkeletonRows } from '@/ui/states.tsx';
import { LoadBoundary } from './load-boundary.tsx';
import { screenAt } from './screens.tsx';

const FirstSteps = lazy(async () => ({ default: (await import('@/first-steps/first-steps.tsx')).FirstSteps }));

/** The screen of an address within the project; above its entries, what's to be done first. */
export function ScreenOutlet({ path }: { readonly path: string }) {
  const { project, mayManage } = useProject();
  const t = useMessages().shell;
  const screen = screenAt(path);
  const title = screen?.titleOf(t) ?? t.noScreen;
  useEffect(() => {
    document.title = `${title} · ${project.name} · Stele`;
  }, [title, project.name]);
  if (!screen) {
    return (
      <Empty
        icon={Compass}
        title={t.noScreen}
        action={
          <Button asChild variant="primary">
            <Link href={`/projects/${project.id}/entries`}>{t.toEntries}</Link>
          </Button>
        }
      >
        {t.noScreenHelp}
      </Empty>
    );
  }
  const { Component: Screen, id } = screen;
  return (
    <LoadBoundary key={path}>
      {path === 'entries' && mayManage && (
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      )}
      <Suspense fallback={<SkeletonRows />}>
        <Screen id={id} />
      </Suspense>
    </LoadBoundary>
  );
}
