export type { EntryData, EntryFacts } from './entry-data.ts';
export { type ImageProps, imageProps } from './image-props.ts';
export type { SteleLoaderOptions } from './options.ts';
export { steleBuild } from './stele-build.ts';
export { type SteleLoader, steleLoader } from './stele-loader.ts';
