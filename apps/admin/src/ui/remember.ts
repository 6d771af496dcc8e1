/** Keeps a text in this browser; does nothing where storage is full or forbidden. */
export function remember(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text);
  } catch {
    // Nothing depends on it: it's a convenience, or kept in the browser's database too.
  }
}

/** The value that `remember` kept; null when there's none, or storage is forbidden. */
export function recall(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}
