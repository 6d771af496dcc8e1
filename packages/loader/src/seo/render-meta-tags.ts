import { element, escaped } from '../richtext/html.ts';
import type { MetaTag } from './meta-tags.ts';

/** The elements as HTML, a line each. */
export function renderMetaTags(tags: readonly MetaTag[]): string {
  return tags.map(renderMetaTag).join('\n');
}

function renderMetaTag(tag: MetaTag): string {
  if (tag.tag === 'title') return `<title>${escaped(tag.text)}</title>`;
  // The text of a script is no HTML: it's taken as it is.
  return element(tag.tag, tag.attributes, tag.tag === 'script' ? tag.text : null);
}
