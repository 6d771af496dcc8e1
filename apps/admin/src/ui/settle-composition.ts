import { type FieldDocument, mergeValues } from '@stele/schema';
import { movedPlace } from './moved-place.ts';
import { type TextBox, typeText } from './type-text.ts';

const TEXT: FieldDocument = { key: 'text', label: '', required: false, localized: true, type: 'textarea' };

/**
 * Ends a composition in a box while which its owner got another text: the box holds both changes, with the caret at its words, and
 * the owner hears of it. Where they touch the same words, what was typed counts.
 *
 * @param base the text before both changes
 */
export function settle(box: TextBox, base: string, given: string): void {
  const { value: typed, selectionEnd } = box;
  const sides = { base: { text: base }, mine: { text: typed }, theirs: { text: given } };
  const { values, conflicts } = mergeValues([TEXT], sides);
  const text = conflicts.length > 0 ? typed : String(values.text ?? '');
  const caret = movedPlace(typed, text, selectionEnd ?? typed.length);
  // As if the other change had been there before this one was typed.
  box.value = given;
  if (text !== given) typeText(box, text, caret);
  else if (selectionEnd !== null) box.setSelectionRange(caret, caret);
}
