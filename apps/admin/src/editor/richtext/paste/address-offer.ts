import { type EmbeddedPage, embeddedPage, isRichtextHref, type ShapeOf, type Video, videoOf } from '@stele/schema';
import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';

/** A pasted address that may become something else than a link. */
export interface AddressOffer {
  readonly from: number;
  readonly to: number;
  readonly url: string;
  readonly video: Video | null;
  /** The page of another site that it leads to, for what is no video. */
  readonly page: EmbeddedPage | null;
}

interface Takes {
  /** Sites whose videos the field takes. */
  readonly videos: NonNullable<ShapeOf<'richtext'>['videos']>;
  /** Sites whose pages it takes. */
  readonly embeds: NonNullable<ShapeOf<'richtext'>['embeds']>;
  readonly links: boolean;
  /** Whether pictures can be fetched into it. */
  readonly pictures: boolean;
}

const KEY = new PluginKey<AddressOffer | null>('addressOffer');
/** Key of the menu that shows the choice. */
export const ADDRESS_CHOICE = 'addressChoice';
const PICTURE = /^https?:\/\/[^\s?#]+\.(?:jpe?g|png|gif|webp|avif)(?:[?#]\S*)?$/i;

/** The offer of the moment. */
export function addressOffer(state: EditorState): AddressOffer | null {
  return KEY.getState(state) ?? null;
}

/** Withdraws the offer: the address stays as it is. */
export function endAddressOffer(tr: Transaction): Transaction {
  return tr.setMeta(KEY, null).setMeta(ADDRESS_CHOICE, 'hide').setMeta('addToHistory', false);
}

/**
 * Makes a link of a pasted address, and remembers it as long as nothing else happens, if it's that of a video, a page or a
 * picture that the field takes. Tab then goes to the choice, and Escape takes it away.
 */
export function addressOffers(takes: () => Takes, focusChoice: () => boolean) {
  return Extension.create({
    name: 'addressOffer',
    // Ahead of all that reads what is pasted.
    priority: 200,
    addProseMirrorPlugins: () => [
      new Plugin<AddressOffer | null>({
        key: KEY,
        state: {
          init: () => null,
          apply(tr, offer) {
            const made = tr.getMeta(KEY) as AddressOffer | null | undefined;
            if (made !== undefined) return made;
            return tr.docChanged || tr.selectionSet ? null : offer;
          },
        },
        props: {
          handlePaste(view, event) {
            const { state } = view;
            const { $from, from, empty } = state.selection;
            const { parent } = $from;
            const url = event.clipboardData?.getData('text/plain').trim() ?? '';
            if (!empty || !parent.inlineContent || parent.type.spec.code || !isAlone(event, url)) return false;
            const { videos, embeds, links, pictures } = takes();
            const found = videoOf(url);
            const video = found && videos.includes(found.provider) ? found : null;
            const page = video ? null : embeddedPage(url, embeds);
            if (!isRichtextHref(url) || !(video || page || (pictures && PICTURE.test(url)))) return false;
            const { link } = state.schema.marks;
            const text = state.schema.text(url, link && links ? [link.create({ href: url })] : []);
            const offer: AddressOffer = { from, to: from + text.nodeSize, url, video, page };
            view.dispatch(state.tr.replaceSelectionWith(text, false).setMeta(KEY, offer).scrollIntoView());
            return true;
          },
          handleKeyDown({ state, dispatch }, { key, shiftKey }) {
            if (addressOffer(state) === null) return false;
            if (key !== 'Escape') return key === 'Tab' && !shiftKey && focusChoice();
            dispatch(endAddressOffer(state.tr));
            return true;
          },
        },
      }),
    ],
  });
}

/** Whether the clipboard holds nothing but an address. */
function isAlone({ clipboardData }: ClipboardEvent, url: string): boolean {
  const html = clipboardData?.getData('text/html') ?? '';
  if (html === '') return true;
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() === url;
}
