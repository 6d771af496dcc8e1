import type { Json } from '@stele/schema';
import { remember } from '@/ui/remember.ts';

const keyOf = (userId: string): string => `stele-copied-rows:${userId}`;

/** Keeps copied items for a person's other entries and tabs in this browser, until they copy others or sign out. */
export function copyRows(userId: string, items: readonly Json[]): void {
  remember(keyOf(userId), JSON.stringify(items));
}

/** Forgets what a person copied. */
export function forgetCopiedRows(userId: string): void {
  localStorage.removeItem(keyOf(userId));
}

/** The rows that a person copied last, if any. */
export function copiedRows(userId: string): readonly Json[] {
  try {
    const items: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(items) ? (items as Json[]) : [];
  } catch {
    return [];
  }
}
