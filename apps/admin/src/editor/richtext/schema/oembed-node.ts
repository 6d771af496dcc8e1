import { embeddedPage, type ShapeOf } from '@stele/schema';
import { type Attribute, Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { formatAttributes } from './attributes.ts';
import { PageView } from './page-view.tsx';

interface OembedOptions {
  /** Sites whose pages the field takes. */
  readonly providers: NonNullable<ShapeOf<'richtext'>['embeds']>;
}

/** An attribute that HTML has as `data-NAME`. */
const written = (name: string, read: (text: string) => unknown = (text) => text): Attribute => ({
  parseHTML: (element) => {
    const text = element.getAttribute(`data-${name}`);
    return text === null ? null : read(text);
  },
  renderHTML: ({ [name]: value }) => (value === null || value === undefined ? {} : { [`data-${name}`]: String(value) }),
});

/** A page of another site, with what the site says of it. Nothing of it is loaded here. */
export const OembedNode = Node.create<OembedOptions>({
  name: 'oembed',
  group: 'block',
  atom: true,
  draggable: true,

  addOptions: () => ({ providers: [] }),

  addAttributes() {
    return {
      provider: { isRequired: true, ...written('provider') },
      url: { isRequired: true, ...written('url') },
      ...formatAttributes('oembed', {
        title: written('title'),
        author: written('author'),
        thumbnail_url: written('thumbnail_url'),
        width: written('width', Number),
        height: written('height', Number),
      }),
    };
  },

  parseHTML() {
    const { providers } = this.options;
    return [
      {
        tag: 'div[data-oembed]',
        getAttrs: (element) => {
          const { provider, url = '' } = element.dataset;
          const own = providers.filter(({ name }) => name === provider);
          return embeddedPage(url, own)?.url === url ? null : false;
        },
      },
    ];
  },

  renderHTML({ HTMLAttributes }) {
    return ['div', { 'data-oembed': '', ...HTMLAttributes }];
  },

  addNodeView() {
    return ReactNodeViewRenderer(PageView);
  },
});
