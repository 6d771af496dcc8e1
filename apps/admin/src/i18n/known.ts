/** The words for a key that may be unknown, such as one of a newer server. */
export function known<Words>(words: Readonly<Record<string, Words>>, key: string): Words | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}
