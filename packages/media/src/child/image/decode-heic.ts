import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fail, MAX_PIXELS } from '../../failures.ts';
import type { ColouredPixels } from './write-tiff.ts';

const { resolve } = createRequire(import.meta.url);
const LIBRARY = 'libheif-js/libheif-wasm/libheif';

/** An object in the library's memory. */
interface Handle {
  readonly $$: { readonly ptr: number };
}

/** The library's result when it fails. */
interface HeifError {
  readonly code: unknown;
  readonly message: string;
}

interface Channel {
  readonly data: Uint8Array;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/** The used part of libheif: its C functions, which begin with an underscore, and those that take and return objects. */
interface Heif {
  readonly HEAPU8: Uint8Array;
  readonly heif_error_code: Readonly<Record<string, unknown>>;
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: Readonly<Record<'heif_chroma_interleaved_RGB' | 'heif_chroma_interleaved_RGBA', unknown>>;
  heif_context_alloc(): Handle;
  heif_context_read_from_memory(context: Handle, file: Uint8Array): HeifError;
  heif_js_context_get_primary_image_handle(context: Handle): Handle | HeifError;
  heif_image_handle_get_width(image: Handle): number;
  heif_image_handle_get_height(image: Handle): number;
  heif_image_handle_has_alpha_channel(image: Handle): number;
  heif_js_decode_image2(image: Handle, space: unknown, chroma: unknown): { readonly channels: [Channel] } | HeifError;
  _malloc(bytes: number): number;
  _heif_image_handle_get_raw_color_profile_size(image: number): number;
  _heif_image_handle_get_raw_color_profile(answer: number, image: number, target: number): void;
}

/** Bytes of the outcome that the library's functions write. */
const OUTCOME_BYTES = 16;

/**
 * Decodes the picture of a HEIC file, with the rotation, mirroring and crop in the file, at eight bits per colour.
 *
 * @param use gets the pixels, which are in the library's memory and only valid during the call
 * @throws FileFailure
 */
export async function decodeHeic(file: string, use: (pixels: ColouredPixels) => Promise<void>): Promise<void> {
  await use(decode(await load(), await readFile(file)));
}

/** Loads the library with its own memory, so that nothing of one file is left for the next. */
async function load(): Promise<Heif> {
  const { default: instantiate } = (await import(resolve(`${LIBRARY}.js`))) as {
    default: (options: object) => Promise<Heif>;
  };
  const silent = (): void => undefined;
  return instantiate({ wasmBinary: await readFile(resolve(`${LIBRARY}.wasm`)), print: silent, printErr: silent });
}

function decode(heif: Heif, content: Uint8Array): ColouredPixels {
  const context = heif.heif_context_alloc();
  const read = heif.heif_context_read_from_memory(context, content);
  if (read.code !== heif.heif_error_code.heif_error_Ok) refuse(heif, read);
  const image = expectDone(heif, heif.heif_js_context_get_primary_image_handle(context));
  const [width, height] = [heif.heif_image_handle_get_width(image), heif.heif_image_handle_get_height(image)];
  if (width * height > MAX_PIXELS) fail('too_many_pixels', { width, height });
  const channels = heif.heif_image_handle_has_alpha_channel(image) ? 4 : 3;
  const profile = readProfile(heif, image.$$.ptr);
  const chroma = heif.heif_chroma[channels === 4 ? 'heif_chroma_interleaved_RGBA' : 'heif_chroma_interleaved_RGB'];
  const decoded = heif.heif_js_decode_image2(image, heif.heif_colorspace.heif_colorspace_RGB, chroma);
  return { ...expectDone(heif, decoded).channels[0], channels, profile };
}

/** The picture's ICC profile; null without one. */
function readProfile(heif: Heif, image: number): Buffer | null {
  const bytes = heif._heif_image_handle_get_raw_color_profile_size(image);
  if (bytes === 0) return null;
  const at = heif._malloc(bytes + OUTCOME_BYTES);
  heif._heif_image_handle_get_raw_color_profile(at + bytes, image, at);
  return Buffer.from(heif.HEAPU8.slice(at, at + bytes));
}

function expectDone<T extends object>(heif: Heif, answer: T | HeifError): T {
  if ('code' in answer) refuse(heif, answer);
  return answer as T;
}

/** Error codes of libheif for pictures in another codec than HEVC, or with unknown features. */
const UNKNOWN = ['Unsupported_feature', 'Unsupported_filetype', 'Plugin_loading_error'];

function refuse({ heif_error_code: codes }: Heif, { code }: HeifError): never {
  if (code === codes.heif_error_Memory_allocation_error) fail('too_much_memory');
  const isUnknown = UNKNOWN.some((name) => code === codes[`heif_error_${name}`]);
  return isUnknown ? fail('heic_unsupported') : fail('not_decodable', { what: 'picture' });
}
