import type { AnyFeature, Destination, NavigationGroup, NavigationItem } from '@/project/feature.ts';
import type { OpenProject } from '@/project/project-context.tsx';

/** Loads the places that the palette has: those of the navigation, and more. */
export async function loadPaletteDestinations(features: readonly AnyFeature[]): Promise<readonly Destination[]> {
  const places = features.map(async ({ places: own = [], moreDestinations }) => [
    ...own,
    ...((await moreDestinations?.()) ?? []),
  ]);
  return (await Promise.all(places)).flat();
}

/** The places of a group of the navigation. @param open null while the project is being read */
export function navigationDestinations(
  features: readonly AnyFeature[],
  group: NavigationGroup,
  open: OpenProject | null,
): readonly NavigationItem[] {
  return destinationsIn(
    features.flatMap(({ places = [] }) => places),
    group,
    open,
  );
}

/** The places of a group that one can go to. */
export function destinationsIn<One extends Destination>(
  places: readonly One[],
  group: NavigationGroup,
  open: OpenProject | null,
): readonly One[] {
  return places.filter((place) => place.group === group && (!place.isFor || (open !== null && place.isFor(open))));
}
