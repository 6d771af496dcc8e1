import type { AnyFeature, NavigationPlace, Place, PlaceGroup } from '@/project/feature.ts';
import type { OpenProject } from '@/project/project-context.tsx';

/** Loads the places that the palette has: those of the navigation, and more. */
export async function loadPalettePlaces(features: readonly AnyFeature[]): Promise<readonly Place[]> {
  const places = features.map(async ({ places: own = [], morePlaces }) => [...own, ...((await morePlaces?.()) ?? [])]);
  return (await Promise.all(places)).flat();
}

/** The places of a group of the navigation. @param open null while the project is being read */
export function navigationPlaces(
  features: readonly AnyFeature[],
  group: PlaceGroup,
  open: OpenProject | null,
): readonly NavigationPlace[] {
  return placesIn(
    features.flatMap(({ places = [] }) => places),
    group,
    open,
  );
}

/** The places of a group that one can go to. */
export function placesIn<One extends Place>(
  places: readonly One[],
  group: PlaceGroup,
  open: OpenProject | null,
): readonly One[] {
  return places.filter((place) => place.group === group && (!place.isFor || (open !== null && place.isFor(open))));
}
