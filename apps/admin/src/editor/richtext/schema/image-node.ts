import { acceptsRichtextAttribute } from '@stele/schema';
import { Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { formatAttributes } from './attributes.ts';
import { ImageView } from './image-view.tsx';

const isAsset = (id: unknown): boolean => acceptsRichtextAttribute('image', 'asset', id);

/** A picture from the project's media. */
export const ImageNode = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes() {
    const text = (name: 'alt' | 'caption') => ({
      parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
      renderHTML: (attributes: Record<string, unknown>) =>
        typeof attributes[name] === 'string' ? { [`data-${name}`]: attributes[name] } : {},
    });
    return {
      asset: {
        isRequired: true,
        parseHTML: (element) => element.getAttribute('data-asset'),
        renderHTML: ({ asset }) => ({ 'data-asset': asset }),
      },
      ...formatAttributes('image', { alt: text('alt'), caption: text('caption') }),
    };
  },

  parseHTML() {
    return [{ tag: 'figure[data-asset]', getAttrs: (element) => (isAsset(element.dataset.asset) ? null : false) }];
  },

  renderHTML({ HTMLAttributes }) {
    return ['figure', HTMLAttributes];
  },

  addNodeView() {
    return ReactNodeViewRenderer(ImageView);
  },

  markdownTokenName: 'image',
  /** `![alt](asset:ID)`, as Markdown here names assets. */
  parseMarkdown: (token) => {
    const asset = typeof token.href === 'string' ? token.href.replace(/^asset:/, '') : '';
    if (!isAsset(asset)) return [];
    return { type: 'image', attrs: { asset, ...(token.text && { alt: token.text }) } };
  },
});
