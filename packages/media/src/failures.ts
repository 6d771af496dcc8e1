import type { FailedMedia } from './processed-media.ts';

/** The most pixels of one picture, and of all frames of an animated one together. */
export const MAX_PIXELS = 100_000_000;
export const MAX_PIXELS_OF_ALL_FRAMES = 250_000_000;
/** The most frames of an animated picture. */
export const MAX_FRAMES = 10_000;

const count = (value: number): string => value.toLocaleString('en-US');

/** Why a file can't be served: code → message for people. */
const sentences = {
  empty_file: () => 'The file is empty.',
  type_mismatch: ({ declared, found }: { declared: string; found: string | null }) =>
    found === null
      ? `The file was sent as ${declared}, but its content is something else.`
      : `The file was sent as ${declared}, but its content is ${found}.`,
  type_unsupported: ({ found, instead }: { found: string; instead: string }) =>
    `Files of the type ${found} can't be shown on websites. Save it as ${instead} and upload that.`,
  heic_unsupported: () => "This kind of HEIC picture can't be read here. Export it as JPEG and upload that.",
  active_content: () =>
    "Web pages can't be served as files, because they could run scripts on the address of your media.",
  not_decodable: ({ what }: { what: string }) =>
    `The ${what} is damaged or incomplete. Open it in another program, save it again, and upload that.`,
  coding_unsupported: ({ coding }: { coding: string }) =>
    `The recording has a track in a codec that can't be copied (${coding}). Export it as MP4 with H.264 and AAC and upload that.`,
  too_many_pixels: ({ width, height, frames = 1 }: { width: number; height: number; frames?: number }) =>
    frames === 1
      ? `The picture has ${count(width)} × ${count(height)} pixels. At most ${count(MAX_PIXELS / 1e6)} megapixels are allowed.`
      : `The ${count(frames)} frames of ${count(width)} × ${count(height)} pixels have more than ${count(MAX_PIXELS_OF_ALL_FRAMES / 1e6)} megapixels together.`,
  too_many_frames: ({ frames }: { frames: number }) =>
    `The picture has ${count(frames)} frames. At most ${count(MAX_FRAMES)} are allowed.`,
  too_much_memory: () => 'Reading the file needs more memory than is allowed for one file. Upload a smaller version.',
  timed_out: () => 'Reading the file takes longer than is allowed for one file. Upload a smaller version.',
  unsafe_svg: ({ reason }: { reason: string }) =>
    `The SVG can't be served safely: ${reason}. Export it again as plain SVG.`,
  encrypted: () => 'The PDF is protected by a password. Save it without one and upload that.',
} as const;

/** Every reason for which a file can fail. */
export type FailureCode = keyof typeof sentences;
type Details<Code extends FailureCode> = Parameters<(typeof sentences)[Code]>;

/** All codes, for documents and tests. */
export const FAILURE_CODES = Object.keys(sentences) as FailureCode[];

/** The outcome for a file that can't be served. */
export function failed<Code extends FailureCode>(code: Code, ...details: Details<Code>): FailedMedia {
  const sentence = sentences[code] as (...details: Details<Code>) => string;
  return { status: 'failed', code, message: sentence(...details) };
}

/** Ends the work on a file because of an error in the file. */
export class FileFailure extends Error {
  override name = 'FileFailure';
  readonly outcome: FailedMedia;

  constructor(outcome: FailedMedia) {
    super(outcome.message);
    this.outcome = outcome;
  }
}

/** @throws FileFailure always */
export function fail<Code extends FailureCode>(code: Code, ...details: Details<Code>): never {
  throw new FileFailure(failed(code, ...details));
}
