import type { MediaKind } from '../processed-media.ts';

/** Other name of a type → the name that Stele uses. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'image/tif': 'image/tiff',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/svg': 'image/svg+xml',
  'application/x-pdf': 'application/pdf',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-aac': 'audio/aac',
  'audio/aacp': 'audio/aac',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'video/x-m4v': 'video/mp4',
  'video/x-matroska': 'video/matroska',
  'audio/x-matroska': 'audio/matroska',
  'text/xml': 'application/xml',
  'application/x-zip': 'application/zip',
  'application/x-zip-compressed': 'application/zip',
  'application/x-gzip': 'application/gzip',
  'application/font-woff': 'font/woff',
  'application/x-font-woff': 'font/woff',
  'application/font-woff2': 'font/woff2',
  'application/x-font-ttf': 'font/ttf',
  'application/x-font-truetype': 'font/ttf',
  'application/x-font-otf': 'font/otf',
  'application/x-font-opentype': 'font/otf',
};

/** Types of pictures that can be read. */
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/tiff', 'image/heic'];

/** Types of recordings that can be copied, without `audio/` or `video/`. */
const RECORDINGS = ['mp4', 'quicktime', 'webm', 'matroska', 'mpeg', 'wav', 'ogg', 'flac', 'aac'];

/** The name that Stele uses for a type: lower case, without parameters; empty when there is none. */
export function canonicalType(mime: string): string {
  const name = (mime.split(';')[0] ?? '').trim().toLowerCase();
  return OTHER_NAMES[name] ?? name;
}

/** The kind of files of a type; null for pictures and recordings that can't be read. */
export function kindOf(type: string): MediaKind | null {
  if (type === 'image/svg+xml') return 'svg';
  if (type === 'application/pdf') return 'pdf';
  const [top, name = ''] = type.split('/');
  if (top === 'image') return PICTURES.includes(type) ? 'image' : null;
  if (top !== 'audio' && top !== 'video') return 'file';
  return RECORDINGS.includes(name) && type !== 'video/mpeg' ? top : null;
}

/** Whether files of a type are text. */
export function isTextual(type: string): boolean {
  return type.startsWith('text/') || /[/+](json|xml|yaml|javascript)$/.test(type);
}
