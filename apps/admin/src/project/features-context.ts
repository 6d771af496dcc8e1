import { createContext, useContext } from 'react';
import type { Feature } from './feature.ts';

const Context = createContext<readonly Feature[]>([]);

export const FeaturesProvider = Context.Provider;

/** The features of the admin. */
export function useFeatures(): readonly Feature[] {
  return useContext(Context);
}
