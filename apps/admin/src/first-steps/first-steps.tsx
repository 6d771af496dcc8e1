import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { remember } from '@/ui/remember.ts';
import { TourCard } from './tour-card.tsx';

const Checklist = lazyPart(async () => (await import('./checklist.tsx')).Checklist);

/** Project and owner that `npm start` makes. */
const DEMO_SLUG = /^river-journal-/;
const DEMO_OWNER = 'owner@stele.local';

/** First steps for the owner of a new project; a tour in the demo project. Each can be dismissed for good. */
export function FirstSteps() {
  const { project, schema, user, mayManage } = useProject();
  const trpc = useTRPC();
  const isDemo = DEMO_SLUG.test(project.slug) && user.email === DEMO_OWNER;
  const key = `stele.first-steps.${project.id}`;
  const [kept, setKept] = useState(() => window.localStorage.getItem(key));
  const counts = useQuery(
    trpc.entries.count.queryOptions({ projectId: project.id }, { staleTime: 30_000, retry: false, enabled: mayManage }),
  );
  const dismiss = (): void => {
    remember(key, 'dismissed');
    setKept('dismissed');
  };
  if (!mayManage || kept === 'dismissed' || !counts.data) return null;
  if (isDemo) return <TourCard onDismiss={dismiss} />;
  const hasEntries = counts.data.data.some(({ total }) => total > 0);
  const isNew = schema === null || !hasEntries;
  if (!isNew && kept !== 'begun') return null;
  if (isNew && kept !== 'begun') remember(key, 'begun');
  return <Checklist hasSchema={schema !== null} hasEntries={hasEntries} onDismiss={dismiss} />;
}
