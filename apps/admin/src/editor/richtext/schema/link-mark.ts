import { acceptsRichtextAttribute, isRichtextHref } from '@stele/schema';
import { Link } from '@tiptap/extension-link';
import { formatAttributes } from './attributes.ts';

/** A link: to an address, or to an entry. */
export const LinkMark = Link.extend({
  inclusive: false,

  addAttributes() {
    return formatAttributes('link', {
      // A link leads to one place.
      href: { parseHTML: (element) => (leadsToEntry(element) ? null : element.getAttribute('href')) },
      entry: {
        parseHTML: (element) => element.getAttribute('data-entry'),
        renderHTML: ({ entry }) => (entry ? { 'data-entry': entry } : {}),
      },
      // A page that text was copied from has no say in how links open here.
      target: { parseHTML: () => null },
      rel: { parseHTML: () => null },
      class: { parseHTML: () => null },
      title: {},
    });
  },

  parseHTML() {
    return [
      {
        tag: 'a[data-entry]',
        priority: 60,
        getAttrs: (element) => (leadsToEntry(element) ? null : false),
      },
      { tag: 'a[href]', getAttrs: (element) => (isRichtextHref(element.getAttribute('href') ?? '') ? null : false) },
    ];
  },

  renderHTML({ HTMLAttributes: { class: _class, ...attributes } }) {
    return ['a', attributes, 0];
  },
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null, class: null },
  isAllowedUri: (url) => typeof url === 'string' && isRichtextHref(url),
});

function leadsToEntry(element: HTMLElement): boolean {
  return acceptsRichtextAttribute('link', 'entry', element.getAttribute('data-entry') ?? '');
}
