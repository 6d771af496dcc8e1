import { recall, remember } from './remember.ts';

/** Says that keys alone are no shortcuts: speech input and shaking hands press them unasked (WCAG 2.1.4). */
const LONE_KEYS = 'stele-lone-keys';

/** A key's event, of the browser or of React. */
type KeyEvent = KeyboardEvent | { readonly nativeEvent: KeyboardEvent };

/** Whether a key belongs to an input method that composes: it chooses there, and asks for nothing here. */
export function isComposing(event: KeyEvent): boolean {
  const native = nativeOf(event);
  // Safari ends a composition before it tells of the key that ended it.
  return native.isComposing || native.keyCode === 229;
}

/** Whether Enter was pressed, and not to end a composition. Everything that Enter does asks here. */
export function isEnter(event: KeyEvent): boolean {
  return nativeOf(event).key === 'Enter' && !isComposing(event);
}

/** The choice in this window, also where nothing can be kept. */
let wanted: boolean | null = null;

/** Whether this browser's user wants shortcuts of one letter. */
export function wantsLoneKeys(): boolean {
  return wanted ?? recall(LONE_KEYS) !== 'off';
}

/** Keeps in this browser whether shortcuts of one letter are wanted. */
export function keepLoneKeys(are: boolean): void {
  wanted = are;
  remember(LONE_KEYS, are ? '' : 'off');
}

/** Where keys are typed, or choose. */
const TYPED_IN = 'input, textarea, [role="combobox"], [role="listbox"] *';

/** Whether a key was pressed alone, where nothing is typed and no dialog or menu is open: a shortcut of one letter. */
export function isOneKey(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing(event) || !wantsLoneKeys()) return false;
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_IN))) return false;
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') === null;
}

function nativeOf(event: KeyEvent): KeyboardEvent {
  return 'nativeEvent' in event ? event.nativeEvent : event;
}
