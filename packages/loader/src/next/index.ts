export { createNextLoader, type NextLoader } from './next-loader.ts';
export type { NextLoaderOptions } from './options.ts';
export { type RevalidateRouteOptions, revalidate, revalidateRoute } from './revalidate.ts';
export { snapshotMetadata, snapshotRoute } from './snapshot-route.ts';
