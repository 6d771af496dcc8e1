import { isRichtextHref } from '@stele/schema';
import { Link } from '@tiptap/extension-link';

const ENTRY = /^ent_[0-9a-z]{1,60}$/;

/** A link: to an address, or to an entry. */
export const LinkMark = Link.extend({
  inclusive: false,

  addAttributes() {
    return {
      href: { default: undefined },
      entry: {
        default: undefined,
        parseHTML: (element) => element.getAttribute('data-entry'),
        renderHTML: ({ entry }) => (entry ? { 'data-entry': entry } : {}),
      },
      // A page that text was copied from has no say in how links open here.
      target: { default: undefined, parseHTML: () => null },
      rel: { default: undefined, parseHTML: () => null },
      class: { default: undefined, parseHTML: () => null },
      title: { default: undefined },
    };
  },

  parseHTML() {
    return [
      {
        tag: 'a[data-entry]',
        priority: 60,
        getAttrs: (element) => (ENTRY.test(element.getAttribute('data-entry') ?? '') ? null : false),
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
