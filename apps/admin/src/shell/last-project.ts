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
  try {
    localStorage.setItem(KEY, projectId);
  } catch {
    // Private windows may keep nothing: then the first project opens next time.
  }
}
