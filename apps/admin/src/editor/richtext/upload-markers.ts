import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

interface UploadMarker {
  readonly id: string;
  readonly position: number;
  readonly label: string;
  /** A text before it that gives way to what comes, unless it's changed. */
  readonly instead?: { readonly from: number; readonly text: string };
}

const KEY = new PluginKey<DecorationSet>('uploadMarkers');

/** Marks the places of pictures that are being uploaded, and of pages that are being asked about. The marks move with the text, and aren't part of the document. */
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
        (id, attributes, type = 'image') =>
        ({ tr, state, dispatch }) => {
          const marks = KEY.getState(state)?.find(undefined, undefined, (spec) => spec.id === id) ?? [];
          const found = marks.find(({ spec }) => spec.text === undefined);
          const instead = marks.find(({ from, to, spec }) => state.doc.textBetween(from, to) === spec.text);
          tr.setMeta(KEY, { remove: id });
          const made = state.schema.nodes[type];
          if (found && attributes && made) {
            const at = tr.mapping.map(found.from);
            const inside = tr.doc.resolve(at);
            const given = instead ? instead.to - instead.from : 0;
            // An empty paragraph gives way; after any other text comes what was waited for.
            if (inside.parent.type.name === 'paragraph' && inside.parent.content.size === given && inside.depth === 1) {
              tr.replaceWith(inside.before(), inside.after(), made.create(attributes));
            } else {
              tr.insert(inside.depth > 0 ? inside.after() : at, made.create(attributes));
              if (instead && tr.docChanged) tr.delete(instead.from, instead.to);
            }
          }
          dispatch?.(tr);
          return Boolean(found) && (attributes === null || tr.docChanged);
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
              const { id, position, label, instead } = change.add;
              const place = Decoration.widget(position, () => draw(label), { id });
              if (!instead) return moved.add(tr.doc, [place]);
              const { from, text } = instead;
              return moved.add(tr.doc, [place, Decoration.inline(from, position, {}, { id, text })]);
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
      addUploadMarker: (place: UploadMarker) => ReturnType;
      /** Puts a node, by default a picture, where its place was held, and says whether it could; only gives the place up for null. */
      replaceUploadMarker: (
        id: string,
        attributes: { readonly asset: string; readonly alt?: string } | Record<string, unknown> | null,
        type?: 'image' | 'oembed',
      ) => ReturnType;
    };
  }
}
