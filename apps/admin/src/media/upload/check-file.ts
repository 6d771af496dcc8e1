import type { UploadProblem } from './upload-types.ts';

/** As the API has it: no larger object fits into one request of Amazon's. */
const MAX_FILE_BYTES = 5_000_000_000;
/** Types that a browser would run in the name of the site that serves them. */
const RUNS = /^(text\/(html|javascript|ecmascript)|application\/(xhtml\+xml|javascript|ecmascript|x-javascript))$/;
const HEIC = /^image\/hei[cf](-sequence)?$/;
const HEIC_NAME = /\.(heic|heif)$/i;
const JPEG_QUALITY = 0.92;

/** Types by file extension, for browsers that give none. */
const BY_NAME: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  flac: 'audio/flac',
  heic: 'image/heic',
  heif: 'image/heic',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  otf: 'font/otf',
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  webm: 'video/webm',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** The media type of a file, without parameters. */
export function mimeOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  const given = type.split(';')[0]?.trim().toLowerCase();
  return given || BY_NAME[name.split('.').at(-1)?.toLowerCase() ?? ''] || 'application/octet-stream';
}

/** Why a file can't be sent; null when it can. */
export function problemOf(file: Pick<File, 'name' | 'type' | 'size'>): UploadProblem | null {
  if (file.size === 0) return { kind: 'empty' };
  if (file.size > MAX_FILE_BYTES) return { kind: 'tooLarge' };
  return RUNS.test(mimeOf(file)) ? { kind: 'runs' } : null;
}

/** Whether a chosen file can still be read: browsers read none that was changed, moved or deleted since. */
export function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** Whether a file is a HEIC picture. */
export function isHeic(file: Pick<File, 'name' | 'type'>): boolean {
  return HEIC.test(mimeOf(file));
}

/** A HEIC picture as a JPEG, made by the browser; null where the browser can't read it either. */
export async function toJpeg(file: File): Promise<File | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
    const name = `${file.name.replace(HEIC_NAME, '')}.jpg`;
    return new File([blob], name, { type: 'image/jpeg', lastModified: file.lastModified });
  } finally {
    bitmap.close();
  }
}
