/** Whether the keyboard has ⌘ where others have Ctrl. */
function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** A shortcut as this keyboard writes it: `⌘ K` or `Ctrl K`. */
export function shortcut(key: string): string {
  return isMac() ? `⌘ ${key}` : `Ctrl ${key}`;
}
