import { Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { EmbedView } from './embed-view.tsx';

const ENTRY = /^ent_[0-9a-z]{1,60}$/;

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
      { tag: 'div[data-embed]', getAttrs: (element) => (ENTRY.test(element.dataset.embed ?? '') ? null : false) },
    ];
  },

  renderHTML({ HTMLAttributes }) {
    return ['div', HTMLAttributes];
  },

  addNodeView() {
    return ReactNodeViewRenderer(EmbedView);
  },
});
