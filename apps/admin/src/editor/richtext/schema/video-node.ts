import { type ShapeOf, videoOf } from '@stele/schema';
import { Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { formatAttributes } from './attributes.ts';
import { PageView } from './page-view.tsx';

interface VideoOptions {
  /** Sites whose videos the field takes. */
  readonly providers: NonNullable<ShapeOf<'richtext'>['videos']>;
}

/** A video of another site. Nothing of it is loaded here. */
export const VideoNode = Node.create<VideoOptions>({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,

  addOptions: () => ({ providers: [] }),

  addAttributes() {
    const part = (name: 'provider' | 'id') => ({
      isRequired: true,
      parseHTML: (element: HTMLElement) => videoOf(element.dataset.video ?? '')?.[name],
      renderHTML: () => ({}),
    });
    return {
      provider: part('provider'),
      id: part('id'),
      url: {
        isRequired: true,
        parseHTML: (element) => videoOf(element.dataset.video ?? '')?.url,
        renderHTML: ({ url }) => ({ 'data-video': url }),
      },
      ...formatAttributes('video', {
        title: {
          parseHTML: (element) => element.getAttribute('data-title'),
          renderHTML: ({ title }) => (typeof title === 'string' ? { 'data-title': title } : {}),
        },
      }),
    };
  },

  parseHTML() {
    const { providers } = this.options;
    return [
      {
        tag: 'div[data-video]',
        getAttrs: (element) => {
          const video = videoOf(element.dataset.video ?? '');
          return video && providers.includes(video.provider) ? null : false;
        },
      },
    ];
  },

  renderHTML({ HTMLAttributes }) {
    return ['div', HTMLAttributes];
  },

  addNodeView() {
    return ReactNodeViewRenderer(PageView);
  },
});
