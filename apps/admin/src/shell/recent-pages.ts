import { recall, remember } from '@/ui/remember.ts';

/** An entry or a file that was opened, as its path within the project. */
export type RecentPage = `${'entries' | 'media'}/${string}`;

/** More than the palette shows, since the open screen may be among them. */
const MOST = 7;
const PLACE = /^(?:entries|media)\/[^/]+$/;

const keyOf = (userId: string, projectId: string): string => `stele:recent:${userId}:${projectId}`;

/** Entries and files that a person opened in a project in this browser, latest first. Kept are addresses, no titles. */
export function recentPages(userId: string, projectId: string): RecentPage[] {
  return (recall(keyOf(userId, projectId)) ?? '').split(' ').filter(isPlace);
}

/** Notes that a screen was opened, if it's that of an entry or a file. */
export function rememberPage(userId: string, projectId: string, path: string): void {
  if (!isPlace(path)) return;
  const others = recentPages(userId, projectId).filter((one) => one !== path);
  remember(keyOf(userId, projectId), [path, ...others].slice(0, MOST).join(' '));
}

function isPlace(path: string): path is RecentPage {
  return PLACE.test(path);
}
