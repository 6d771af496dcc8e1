/** Whether a label fits what was typed: each of its words begins a word of the label. */
export function matches(label: string, typed: string): boolean {
  const words = wordsOf(label);
  return wordsOf(typed).every((one) => words.some((word) => word.startsWith(one)));
}

function wordsOf(text: string): readonly string[] {
  const folded = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
