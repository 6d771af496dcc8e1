import { Compass, X } from 'lucide-react';
import { useState } from 'react';
import { firstSteps as t } from '#messages/firstSteps';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { begunTour } from './begun-tour.ts';

const Tour = lazyPart(async () => (await import('./tour.tsx')).Tour);

/** Offers the tour of the demo project. One that was left by closing the tab goes on where it was. */
export function TourCard({ onDismiss }: { readonly onDismiss: () => void }) {
  const { project } = useProject();
  const [isOpen, setOpen] = useState(() => begunTour(project.id) !== null);
  return (
    <section
      aria-label={t.tour.title}
      className="mx-4 mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border bg-surface px-4 py-3 shadow-xs sm:mx-6"
    >
      <Compass className="size-5 shrink-0 text-accent" aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="font-semibold">{t.tour.title}</h2>
        <p className="text-sm text-muted">{t.tour.lead}</p>
      </div>
      <Button label={t.tour.start} className="max-sm:h-11" onClick={() => setOpen(true)} />
      <IconButton icon={X} label={t.dismiss} size="icon" className="max-sm:size-11" onClick={onDismiss} />
      {isOpen && <Tour onClose={() => setOpen(false)} />}
    </section>
  );
}
