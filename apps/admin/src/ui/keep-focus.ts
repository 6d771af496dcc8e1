/**
 * What closes gives the focus back to where it came from, unless something else has taken it meanwhile, such as the field
 * that a problem led to.
 */
export function keepFocus(event: Event): void {
  const at = document.activeElement;
  if (at && at !== document.body) event.preventDefault();
}
