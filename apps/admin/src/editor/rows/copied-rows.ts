import type { Json } from '@stele/schema';

const KEY = 'stele-copied-rows';

/** Keeps copied items for this browser's other entries and tabs, until others are copied. */
export function copyRows(items: readonly Json[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(items));
  } catch {
    // A browser that keeps nothing has nothing to paste.
  }
}

/** What was copied last; nothing when there's nothing. */
export function copiedRows(): readonly Json[] {
  try {
    const items: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(items) ? (items as Json[]) : [];
  } catch {
    return [];
  }
}
