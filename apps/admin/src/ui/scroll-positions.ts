/** How far the list at each address was scrolled, while the admin is open. */
const places = new Map<string, number>();
let isReturning = false;

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    isReturning = true;
  });
}

/** Says whether the next screen is returned to, as by the browser's Back, and so is shown where it was left. */
export function setReturning(is: boolean): void {
  isReturning = is;
}

/** Keeps how far the list at the address is scrolled. */
export function keepScroll(address: string): void {
  places.set(address, window.scrollY);
}

/** How far to scroll the list at the address, in pixels; null unless it's returned to. Asked once. */
export function takeScroll(address: string): number | null {
  const place = isReturning ? (places.get(address) ?? null) : null;
  isReturning = false;
  return place;
}

/** The address without its origin. */
export function addressHere(): string {
  return window.location.pathname + window.location.search;
}
