export type { PictureOptions } from '../images/picture-size.ts';
export { placeholderUrl } from '../images/placeholder-url.ts';
export type { TextPictureOptions } from '../images/text-pictures.ts';
export { type ImageProps, imageProps, type OwnImageProps } from './image-props.ts';
export type { EntryData, EntryFacts, SteleLoaderOptions } from './options.ts';
export { createLoader } from './site-environment.ts';
export { steleBuild } from './stele-build.ts';
export { type ImageServiceConfig, steleImages } from './stele-images.ts';
export { type SteleLoader, steleLoader } from './stele-loader.ts';
