/** Keeps a text in this browser; does nothing where there's no room for it, or where it may keep nothing. */
export function remember(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text);
  } catch {
    // Nothing depends on it: it's a convenience, or kept in the browser's database too.
  }
}
