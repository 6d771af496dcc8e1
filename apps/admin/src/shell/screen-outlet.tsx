import { Compass } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { common } from '#messages/common';
import { shell as t } from '#messages/shell';
import { useProject } from '@/project/project-context.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { Empty, SkeletonRows } from '@/ui/states.tsx';
import { LoadBoundary } from './load-boundary.tsx';
import { screenAt } from './screens.tsx';

const FirstSteps = lazyPart(async () => (await import('@/first-steps/first-steps.tsx')).FirstSteps);

/** The screen of an address within the project; above the start page, what's to be done first. */
export function ScreenOutlet({ path }: { readonly path: string }) {
  const { project, mayManage } = useProject();
  const screen = screenAt(path);
  const title = screen?.title() ?? t.noScreen;
  useEffect(() => {
    document.title = `${title} · ${project.name} · Stele`;
  }, [title, project.name]);
  if (!screen) {
    return (
      <Empty
        icon={Compass}
        title={t.noScreen}
        action={<LinkButton label={t.toEntries} href={`/projects/${project.id}/entries`} variant="primary" />}
        help={common.nothingHereHelp}
      />
    );
  }
  const { Component: Screen, id } = screen;
  return (
    <LoadBoundary key={path}>
      {path === '' && mayManage && <FirstSteps />}
      <Suspense fallback={<SkeletonRows />}>
        <Screen id={id} />
      </Suspense>
    </LoadBoundary>
  );
}
