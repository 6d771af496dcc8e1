import { acceptsRichtextAttribute, type ShapeOf } from '@stele/schema';
import { Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { formatAttributes } from './attributes.ts';
import { ImageView } from './image-view.tsx';

const isAsset = (id: unknown): boolean => acceptsRichtextAttribute('image', 'asset', id);

type PictureChoices = NonNullable<ShapeOf<'richtext'>['pictures']>;

/** A picture from the project's media. Its options are what can be chosen for each. */
export const ImageNode = Node.create<PictureChoices>({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,

  addOptions: () => ({}),

  addAttributes() {
    const { sizes = [], align = false } = this.options;
    const text = (name: string, isOffered: (value: string) => boolean = () => true) => ({
      // Choices that only another field offers are left behind.
      parseHTML: (element: HTMLElement) => {
        const value = element.getAttribute(`data-${name}`);
        return value !== null && isOffered(value) ? value : null;
      },
      renderHTML: (attributes: Record<string, unknown>) =>
        typeof attributes[name] === 'string' ? { [`data-${name}`]: attributes[name] } : {},
    });
    return {
      asset: {
        isRequired: true,
        parseHTML: (element) => element.getAttribute('data-asset'),
        renderHTML: ({ asset }) => ({ 'data-asset': asset }),
      },
      ...formatAttributes('image', {
        alt: text('alt'),
        caption: text('caption'),
        size: text('size', (value) => sizes.includes(value)),
        align: text('align', () => align),
      }),
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
