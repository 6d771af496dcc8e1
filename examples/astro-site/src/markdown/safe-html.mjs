import { defaultSchema } from 'rehype-sanitize';

/** Parts of code that styles/prose.css colours. A class of the layout's would let a text look like a part of the page. */
const CODE_CLASSES =
  'token arrow atrule attr-name attr-value boolean cdata char class-name comment constant deleted doctype function important inserted keyword number operator prolog property selector string symbol tag url variable'.split(
    ' ',
  );

/**
 * What a text may be as HTML, for rehype-sanitize: what Markdown and the plugins beside this one make, and elements that
 * only mark text up. Nothing in it runs script, changes how the page looks, or asks another host for anything.
 *
 * @param {{ from: string }} options address of the content host, where pictures may come from
 * @returns {import('rehype-sanitize').Options}
 */
export function safeHtml({ from }) {
  const { attributes, tagNames } = defaultSchema;
  return {
    ...defaultSchema,
    tagNames: [
      ...tagNames.filter((name) => name !== 'picture' && name !== 'source'),
      ...['abbr', 'aside', 'caption', 'figcaption', 'figure', 'mark', 'small', 'u'],
    ],
    attributes: {
      ...attributes,
      '*': ['dir', 'id', 'lang', 'title'],
      aside: [['className', 'aside', 'note', 'tip', 'caution', 'danger']],
      details: ['open'],
      div: [],
      img: [['src', new RegExp(`^${from.replace(/\W/g, '\\$&')}/`)], 'alt', 'height', 'width'],
      input: [...attributes.input, 'checked'],
      ol: [...attributes.ol, 'start'],
      p: [['className', 'aside-title', 'code-title']],
      span: [['className', ...CODE_CLASSES]],
      td: ['align', 'colSpan', 'rowSpan'],
      th: ['align', 'colSpan', 'rowSpan'],
    },
    // Links within a text name the ids that are in it.
    clobberPrefix: '',
    protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] },
    strip: ['script', 'style'],
  };
}
