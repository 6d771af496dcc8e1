import { acceptsRichtextAttribute } from '@stele/schema';
import { Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { EmbedView } from './embed-view.tsx';

/** An entry embedded in the text as a block. */
export const EmbedNode = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes() {
    return {
      entry: {
        isRequired: true,
        parseHTML: (element) => element.getAttribute('data-embed'),
        renderHTML: ({ entry }) => ({ 'data-embed': entry }),
      },
    };
  },

  parseHTML() {
    return [
      {
        tag: 'div[data-embed]',
        getAttrs: (element) => (acceptsRichtextAttribute('embed', 'entry', element.dataset.embed) ? null : false),
      },
    ];
  },

  renderHTML({ HTMLAttributes }) {
    return ['div', HTMLAttributes];
  },

  addNodeView() {
    return ReactNodeViewRenderer(EmbedView);
  },
});
