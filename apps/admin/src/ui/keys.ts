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

function nativeOf(event: KeyEvent): KeyboardEvent {
  return 'nativeEvent' in event ? event.nativeEvent : event;
}
