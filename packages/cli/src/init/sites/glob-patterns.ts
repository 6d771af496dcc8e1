// Patterns that Markdown collections have: all or the first folder, perhaps without names with _, and their endings.
const KNOWN =
  /^(?:\.\/)?(?<folders>\*\*\/)?(?<shown>\[[!^]_\])?\*\.(?:\{(?<endings>[a-z]+(?:,[a-z]+)*)\}|(?<ending>[a-z]+))$/;

/**
 * Matches files as `glob()` of Astro does by some patterns.
 *
 * @returns null for patterns that aren't known for certain
 */
export function globMatcher(patterns: readonly string[]): ((file: string) => boolean) | null {
  const tests = patterns.map((pattern) => {
    const groups = KNOWN.exec(pattern)?.groups;
    if (!groups) return null;
    const endings = (groups.endings ?? groups.ending ?? '').split(',');
    return (parts: readonly string[]): boolean =>
      (groups.folders !== undefined || parts.length === 1) &&
      !(groups.shown !== undefined && parts.at(-1)?.startsWith('_')) &&
      endings.some((one) => parts.at(-1)?.endsWith(`.${one}`));
  });
  if (tests.length === 0 || tests.includes(null)) return null;
  return (file) => {
    const parts = file.split('/');
    return !parts.some((part) => part.startsWith('.')) && tests.some((test) => test?.(parts));
  };
}
