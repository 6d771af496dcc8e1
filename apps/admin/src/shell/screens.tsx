import type { AnyFeature } from '@/project/feature.ts';
import { features } from './features.ts';
import { type LazyScreen, lazyScreen } from './lazy-screen.ts';

/** A screen of a project. */
interface Screen extends LazyScreen<{ readonly id: string }> {
  readonly title: () => string;
  /** Id in the address, such as an entry's; '' for none. */
  readonly id: string;
}

/** Finds the screen of an address within a project; null when there's none. */
export function findScreens(all: readonly AnyFeature[]): (path: string) => Screen | null {
  const screens = all
    .flatMap(({ screens = [] }) => screens)
    .map(({ path, load, title }) => ({ wanted: path.split('/').filter(Boolean), title, ...lazyScreen(load) }));
  return (path) => {
    const parts = path.split('/').filter(Boolean);
    for (const { wanted, ...screen } of screens) {
      const fits =
        wanted.length === parts.length && wanted.every((part, index) => part === '*' || part === parts[index]);
      const id = parts[wanted.indexOf('*')];
      if (fits) return { ...screen, id: wanted.includes('*') && id ? decodeURIComponent(id) : '' };
    }
    return null;
  };
}

export const screenAt = findScreens(features);
