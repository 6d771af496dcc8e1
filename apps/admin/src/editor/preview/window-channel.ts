import type { EditorMessage, PageMessage } from '@stele/schema';

/** Messages of the editor to the window that shows a preview. */
export type ToWindow =
  | { readonly type: 'show'; readonly site: { readonly name: string; readonly url: string }; readonly url: string }
  | { readonly type: 'say'; readonly message: EditorMessage }
  | { readonly type: 'end' };

/** Messages of the window: that it's ready, or a message of its page. */
export type FromWindow = { readonly type: 'ready' } | { readonly type: 'heard'; readonly message: PageMessage };

/** The address of a window, which says nothing of what it shows: only an editor that knows its name has it show something. */
export const windowAddress = (name: string): string => `/preview-window#${name}`;

/** Opens the channel between an editor and its window. Only pages of the admin have it. */
export const openChannel = (name: string): BroadcastChannel => new BroadcastChannel(`stele-preview-window ${name}`);

/** The lock that a window holds as long as it's there. */
export const lockOf = (name: string): string => `stele-preview-window ${name}`;
