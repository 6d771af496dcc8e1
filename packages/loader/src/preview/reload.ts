const PLACE = 'stele-preview-scroll';

/** Loads the page again; it will be scrolled to where it is now. */
export function reloadPage(): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify([location.href, scrollX, scrollY]));
  } catch {
    // Without storage the browser's own memory of the place has to do.
  }
  location.reload();
}

/** Scrolls to where the page was before it was loaded again. */
export function keepScroll(): void {
  try {
    const [href, x, y] = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]') as [string?, number?, number?];
    sessionStorage.removeItem(PLACE);
    if (href === location.href && x !== undefined && y !== undefined)
      scrollTo({ left: x, top: y, behavior: 'instant' });
  } catch {
    // As above.
  }
}
