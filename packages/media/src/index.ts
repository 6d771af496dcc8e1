export { FAILURE_CODES, type FailureCode, MAX_FRAMES, MAX_PIXELS, MAX_PIXELS_OF_ALL_FRAMES } from './failures.ts';
export { MediaProcessor, type MediaProcessorOptions } from './media-processor.ts';
export { type Confinement, confinement } from './parent/confinement.ts';
export {
  type Crop,
  type FailedMedia,
  type FocalPoint,
  type MediaJob,
  type MediaKind,
  type ProcessedMedia,
  RATIOS,
  type Ratio,
  type Rendition,
} from './processed-media.ts';
