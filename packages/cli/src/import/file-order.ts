import { nameKey } from '../content/line.ts';

/**
 * Puts what was found of lines in the order of the file: lines are worked on side by side.
 *
 * @param names of all lines, in the file's order
 */
export function inFileOrder<Found extends { readonly collection: string | null; readonly externalId: string | null }>(
  names: Iterable<string>,
  found: readonly Found[],
): Found[] {
  const places = new Map([...names].map((name, place) => [name, place]));
  const placeOf = ({ collection, externalId }: Found): number =>
    places.get(nameKey([collection ?? '', externalId ?? ''])) ?? -1;
  return found.toSorted((a, b) => placeOf(a) - placeOf(b));
}
