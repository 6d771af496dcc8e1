import type { FieldDocument } from '../document.ts';
import { isObject } from '../own-value.ts';
import { isBlankText } from '../unicode.ts';
import type { Bounds, FieldKind } from './field-kind.ts';

export interface CodeShape extends Bounds {
  readonly type: 'code';
  /** The languages that it may be written in; any by default. */
  readonly languages?: readonly string[];
}

/** How long the name of a language may be. */
export const MAX_LANGUAGE = 40;

/** The fields as which changes of the two parts are merged. */
const PARTS: readonly FieldDocument[] = [
  { key: 'language', label: 'Language', required: true, type: 'text' },
  { key: 'text', label: 'Text', required: true, type: 'textarea' },
];

export const codeKind: FieldKind<CodeShape> = {
  holds: 'parts',
  merge: 'fields',
  parts: PARTS,
  isBlank: (_shape, value) =>
    isObject(value) && (value.text == null || (typeof value.text === 'string' && isBlankText(value.text))),
  check(shape, value, path, checking) {
    if (!checking.isObject(value, path)) return;
    checking.fields([], value, path, ['language', 'text']);
    const { language = null, text = null } = value;
    const at = [...path, 'language'];
    if (checking.isText(language, at) && checking.isStrict) {
      const { languages } = shape;
      if (!languages) checking.characters({ min: 1, max: MAX_LANGUAGE }, language, at);
      else checking.is(languages.includes(language), at, checking.messages.oneOf(languages));
    }
    if (checking.isText(text, [...path, 'text']) && checking.isStrict && text !== '') {
      checking.characters(shape, text, [...path, 'text']);
    }
  },
};
