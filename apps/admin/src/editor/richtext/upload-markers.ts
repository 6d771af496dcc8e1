import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

interface UploadMarker {
  readonly id: string;
  readonly position: number;
  readonly label: string;
}

const KEY = new PluginKey<DecorationSet>('uploadMarkers');

/** Marks the places of pictures that are being uploaded. The marks move with the text, and aren't part of the document. */
export const UploadMarkers = Extension.create({
  name: 'uploadMarkers',

  addCommands() {
    return {
      addUploadMarker:
        (place) =>
        ({ tr, dispatch }) => {
          dispatch?.(tr.setMeta(KEY, { add: place }).setMeta('addToHistory', false));
          return true;
        },
      replaceUploadMarker:
        (id, attributes) =>
        ({ tr, state, dispatch }) => {
          const found = KEY.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0];
          tr.setMeta(KEY, { remove: id });
          const image = state.schema.nodes.image;
          if (found && attributes && image) {
            const at = tr.mapping.map(found.from);
            const inside = tr.doc.resolve(at);
            // An empty paragraph gives way; a text is parted.
            if (inside.parent.type.name === 'paragraph' && inside.parent.content.size === 0 && inside.depth === 1) {
              tr.replaceWith(inside.before(), inside.after(), image.create(attributes));
            } else {
              tr.insert(inside.depth > 0 ? inside.after() : at, image.create(attributes));
            }
          }
          dispatch?.(tr);
          return Boolean(found);
        },
    };
  },

  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key: KEY,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, before) {
            const moved = before.map(tr.mapping, tr.doc);
            const change = tr.getMeta(KEY) as { readonly add?: UploadMarker; readonly remove?: string } | undefined;
            if (change?.add) {
              const { id, position, label } = change.add;
              return moved.add(tr.doc, [Decoration.widget(position, () => draw(label), { id })]);
            }
            return change?.remove
              ? moved.remove(moved.find(undefined, undefined, (spec) => spec.id === change.remove))
              : moved;
          },
        },
        props: { decorations: (state) => KEY.getState(state) },
      }),
    ];
  },
});

function draw(label: string): HTMLElement {
  const place = document.createElement('span');
  place.className = 'rt-upload';
  place.setAttribute('role', 'status');
  place.textContent = label;
  return place;
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    uploadMarkers: {
      /** Marks a position for something that is being uploaded. */
      addUploadMarker: (place: {
        readonly id: string;
        readonly position: number;
        readonly label: string;
      }) => ReturnType;
      /** Puts a picture where its place was held; only gives the place up for null. */
      replaceUploadMarker: (
        id: string,
        attributes: { readonly asset: string; readonly alt?: string } | null,
      ) => ReturnType;
    };
  }
}
