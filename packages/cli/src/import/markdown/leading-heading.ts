interface LeadingHeading {
  /** The heading's text, without the signs of Markdown. */
  readonly text: string;
  /** The Markdown after it. */
  readonly rest: string;
}

/** The first-level heading (`# …`) that Markdown begins with; null when it begins otherwise. */
export function leadingHeading(markdown: string): LeadingHeading | null {
  const found = /^#[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/.exec(markdown);
  if (!found?.[1]) return null;
  const text = found[1]
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim();
  return text === '' ? null : { text, rest: markdown.slice(found[0].length).trim() };
}
