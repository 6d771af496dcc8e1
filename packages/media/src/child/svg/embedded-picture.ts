import { isMemoryFault } from '../faults.ts';
import { sharp, UNTRUSTED } from '../image/sharp.ts';

/** Formats of pictures that are read in drawings. */
const FORMATS = ['jpeg', 'png', 'gif', 'webp'];

/**
 * The picture of a data URL in a drawing, encoded again without its metadata; null when it can't be read.
 *
 * @throws Error when there isn't enough memory
 */
export async function cleanEmbeddedPicture(dataUrl: string): Promise<string | null> {
  const base64 = /^data:image\/[\w.+-]+;base64,([\s\S]*)$/i.exec(dataUrl)?.[1];
  if (base64 === undefined) return null;
  try {
    const pipeline = sharp(Buffer.from(base64, 'base64'), UNTRUSTED).autoOrient();
    const { format, chromaSubsampling } = await pipeline.metadata();
    if (!FORMATS.includes(format)) return null;
    const jpeg = format === 'jpeg';
    const full = chromaSubsampling?.startsWith('4:2:0') ? '4:2:0' : '4:4:4';
    const data = await (jpeg ? pipeline.jpeg({ quality: 90, chromaSubsampling: full }) : pipeline.png()).toBuffer();
    return `data:image/${jpeg ? 'jpeg' : 'png'};base64,${data.toString('base64')}`;
  } catch (error) {
    if (isMemoryFault(error)) throw error;
    return null;
  }
}
