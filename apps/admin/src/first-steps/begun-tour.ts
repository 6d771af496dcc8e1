import { remember } from '@/ui/remember.ts';

/** A tour that has published: ids of the live snapshots before and after. */
interface BegunTour {
  readonly before: string;
  readonly after: string;
  /** Address of the live file that holds the change. */
  readonly file: string;
}

const keyOf = (projectId: string): string => `stele.tour.${projectId}`;

/** The tour that is under way in this browser, or null. */
export function begunTour(projectId: string): BegunTour | null {
  const text = window.localStorage.getItem(keyOf(projectId));
  return text === null ? null : (JSON.parse(text) as BegunTour);
}

/** Keeps how far a tour is, so that it's undone also when the tab was closed; null once it's over. */
export function keepTour(projectId: string, tour: BegunTour | null): void {
  if (tour) remember(keyOf(projectId), JSON.stringify(tour));
  else window.localStorage.removeItem(keyOf(projectId));
}
