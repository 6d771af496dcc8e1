import type { FieldDocument } from '../document.ts';
import { isObject } from '../own-value.ts';
import { type VideoProvider, videoOf } from '../richtext/video.ts';
import { isBlankText } from '../unicode.ts';
import type { FieldKind } from './field-kind.ts';

export interface VideoShape {
  readonly type: 'video';
  /** Sites whose videos may be shown; all that are known by default. */
  readonly providers?: readonly VideoProvider[];
}

/** How long the title of a video may be. */
const MAX_TITLE = 300;

/** The fields as which changes of the two parts are merged. */
const PARTS: readonly FieldDocument[] = [
  { key: 'url', label: 'Address', required: true, type: 'text' },
  { key: 'title', label: 'Title', required: false, type: 'text' },
];

export const videoKind: FieldKind<VideoShape> = {
  holds: 'parts',
  merge: 'fields',
  parts: PARTS,
  isBlank: (_shape, value) =>
    isObject(value) && (value.url == null || (typeof value.url === 'string' && isBlankText(value.url))),
  check({ providers }, value, path, checking) {
    if (!checking.isObject(value, path)) return;
    checking.fields([], value, path, ['url', 'title']);
    const { url = null, title = null } = value;
    const at = [...path, 'url'];
    if (checking.isText(url, at) && checking.isStrict && url !== '') {
      const video = videoOf(url);
      checking.is(video !== null, at, checking.messages.video);
      if (video && providers) checking.is(providers.includes(video.provider), at, checking.messages.oneOf(providers));
    }
    if (title !== null && checking.isText(title, [...path, 'title']) && checking.isStrict) {
      checking.characters({ max: MAX_TITLE }, title, [...path, 'title']);
    }
  },
};
