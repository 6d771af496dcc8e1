const START_OF_SCAN = 0xda;
/** JFIF, the colour profile, and Adobe's note about how colours are stored: without them a picture looks wrong. */
const KEPT_APPLICATION_SEGMENTS = [0xe0, 0xe2, 0xee];
const COMMENT = 0xfe;

/** A JPEG without EXIF, XMP, notes and comments. Its pixels stay as they are; what isn't understood stays too. */
export function dropJpegMetadata(jpeg: Uint8Array): Uint8Array {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return jpeg;
  const kept = [jpeg.subarray(0, 2)];
  let position = 2;
  for (;;) {
    const marker = jpeg[position + 1];
    const length = ((jpeg[position + 2] ?? 0) << 8) | (jpeg[position + 3] ?? 0);
    if (jpeg[position] !== 0xff || marker === undefined || length < 2) return jpeg;
    if (marker === START_OF_SCAN) break;
    const end = position + 2 + length;
    if (!isMetadata(marker)) kept.push(jpeg.subarray(position, end));
    position = end;
  }
  return Buffer.concat([...kept, jpeg.subarray(position)]);
}

function isMetadata(marker: number): boolean {
  return marker === COMMENT || (marker >= 0xe0 && marker <= 0xef && !KEPT_APPLICATION_SEGMENTS.includes(marker));
}
