import type { Json } from '@stele/schema';
import { remember } from '@/ui/remember.ts';

const KEY = 'stele-copied-rows';

/** Keeps copied items for this browser's other entries and tabs, until others are copied. */
export function copyRows(items: readonly Json[]): void {
  remember(KEY, JSON.stringify(items));
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
