export type { PictureOptions } from '../images/picture-size.ts';
export { placeholderUrl } from '../images/placeholder-url.ts';
export { type ImageLoaderProps, loader } from './image-loader.ts';
export { type ImageProps, imageProps } from './image-props.ts';
export { createNextLoader, type NextLoader } from './next-loader.ts';
export type { NextLoaderOptions } from './options.ts';
export { type RevalidateRouteOptions, revalidate, revalidateRoute } from './revalidate.ts';
export { snapshotMetadata, snapshotRoute } from './snapshot-route.ts';
