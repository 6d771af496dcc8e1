import { remember } from '@/ui/remember.ts';

const KEY = 'stele:last-project';

/** The project that was open last in this browser; null when none was, or nothing can be kept. */
export function lastProject(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Notes which project is open. */
export function rememberProject(projectId: string): void {
  remember(KEY, projectId);
}
