import { Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { ImageView } from './image-view.tsx';

const ASSET = /^ast_[0-9a-z]{1,60}$/;

/** A picture from the project's media. */
export const ImageNode = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes() {
    const text = (name: 'alt' | 'caption') => ({
      default: undefined,
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
      alt: text('alt'),
      caption: text('caption'),
    };
  },

  parseHTML() {
    return [
      { tag: 'figure[data-asset]', getAttrs: (element) => (ASSET.test(element.dataset.asset ?? '') ? null : false) },
    ];
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
    if (!ASSET.test(asset)) return [];
    return { type: 'image', attrs: { asset, ...(token.text && { alt: token.text }) } };
  },
});
