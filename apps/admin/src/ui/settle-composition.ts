import { mergedText } from '@stele/schema';
import { movedOffset } from './moved-offset.ts';
import { type TextBox, typeText } from './type-text.ts';

/**
 * Ends a composition in a box while which its owner got another text: the box holds both changes, with the caret at its words, and
 * the owner hears of it. Where they touch the same words, what was typed counts.
 *
 * @param base the text before both changes
 */
export function settle(box: TextBox, base: string, given: string): void {
  const { value: typed, selectionEnd } = box;
  const text = mergedText({ base, mine: typed, theirs: given }) ?? typed;
  const caret = movedOffset(typed, text, selectionEnd ?? typed.length);
  // As if the other change had been there before this one was typed.
  box.value = given;
  if (text !== given) typeText(box, text, caret);
  else if (selectionEnd !== null) box.setSelectionRange(caret, caret);
}
