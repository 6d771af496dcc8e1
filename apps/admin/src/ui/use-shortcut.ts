import { common } from '#messages/common';

/** Whether the keyboard has ⌘ where others have Ctrl. */
function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** Writes a shortcut as this keyboard has it, in the language that is spoken: `⌘ K` or `Ctrl K`. */
export function useShortcut(): (key: string) => string {
  const { control } = common.keys;
  return (key) => (isMac() ? `⌘ ${key}` : `${control} ${key}`);
}
