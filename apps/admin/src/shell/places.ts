import type { Feature, LateParts, NavigationPlace, Place, PlaceGroup } from '@/project/feature.ts';
import type { OpenProject } from '@/project/project-context.tsx';

/** A feature with its parts that are loaded late. */
export interface LoadedFeature extends Feature {
  readonly lateParts: LateParts;
}

/** Loads the parts of all features that palette and shortcuts need. */
export async function withLateParts(features: readonly Feature[]): Promise<readonly LoadedFeature[]> {
  return Promise.all(features.map(async (one) => ({ ...one, lateParts: (await one.late?.()) ?? {} })));
}

/** The places of a group of the navigation. @param open null while the project is being read */
export function navigationPlaces(
  features: readonly Feature[],
  group: PlaceGroup,
  open: OpenProject | null,
): readonly NavigationPlace[] {
  return features.flatMap(({ places = [] }) => places.filter((place) => isShown(place, group, open)));
}

/** The places of a group of the palette. */
export function palettePlaces(
  features: readonly LoadedFeature[],
  group: PlaceGroup,
  open: OpenProject,
): readonly Place[] {
  return features.flatMap(({ places = [], lateParts: { places: more = [] } }) =>
    [...places, ...more].filter((place) => isShown(place, group, open)),
  );
}

function isShown(place: Place, group: PlaceGroup, open: OpenProject | null): boolean {
  return place.group === group && (!place.isFor || (open !== null && place.isFor(open)));
}
