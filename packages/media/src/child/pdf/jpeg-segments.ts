const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;
/** Application segments without which a picture looks wrong: marker → how they begin. */
const KEPT_APPLICATION_SEGMENTS = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]);

/**
 * A JPEG without EXIF, XMP, comments, other notes, and bytes after its end. Its pixels stay the same. A file that can't be parsed
 * here is returned unchanged, since other readers may understand it.
 */
export function dropJpegMetadata(content: Uint8Array): Uint8Array {
  const jpeg = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return content;
  const kept = [jpeg.subarray(0, 2)];
  let position = 2;
  while (position + 2 <= jpeg.length && jpeg[position] === 0xff) {
    const marker = jpeg[position + 1] ?? 0;
    if (marker === END_OF_IMAGE) return Buffer.concat([...kept, jpeg.subarray(position, position + 2)]);
    if (position + 4 > jpeg.length) break;
    let end = position + 2 + jpeg.readUInt16BE(position + 2);
    if (marker === START_OF_SCAN) end = endOfScan(jpeg, end);
    const segment = jpeg.subarray(position, end);
    if (!isMetadata(marker, segment.subarray(4))) kept.push(segment);
    position = end;
  }
  return content;
}

/** Where the next segment begins. Within a scan, 0xFF is followed by 0, or is a restart marker. */
function endOfScan(jpeg: Buffer, start: number): number {
  for (let at = jpeg.indexOf(0xff, start); at !== -1; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return jpeg.length;
}

function isMetadata(marker: number, content: Buffer): boolean {
  if (marker < 0xe0 || marker > 0xef) return marker === COMMENT;
  const start = KEPT_APPLICATION_SEGMENTS.get(marker);
  return start === undefined || content.toString('latin1', 0, start.length) !== start;
}
