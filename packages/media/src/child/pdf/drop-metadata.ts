import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { dropJpegMetadata } from './jpeg-segments.ts';

/** Entries of objects that describe the file but don't change how it looks. */
const METADATA = ['Metadata', 'PieceInfo', 'LastModified', 'Thumb'].map((name) => PDFName.of(name));
const FILTER = PDFName.of('Filter');
const JPEG = PDFName.of('DCTDecode');

/**
 * Removes metadata from a PDF: the Info dictionary, XMP, private data of programs, thumbnails, and metadata of its JPEG pictures.
 * Also removes objects without a reference, and with them earlier versions of the document.
 */
export function dropMetadata(context: PDFContext): void {
  const { trailerInfo } = context;
  delete trailerInfo.Info;
  delete trailerInfo.ID;
  const reached = new Set<PDFObject>();
  const waiting: PDFObject[] = trailerInfo.Root ? [trailerInfo.Root] : [];
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (reached.has(object)) continue;
    reached.add(object);
    for (const part of partsOf(object, context)) waiting.push(part);
  }
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    if (!reached.has(reference)) context.delete(reference);
    else if (object instanceof PDFRawStream && isJpeg(object))
      context.assign(reference, PDFRawStream.of(object.dict, dropJpegMetadata(object.contents)));
  }
}

/** Removes an object's metadata. @returns the objects that it still contains or refers to */
function partsOf(object: PDFObject, context: PDFContext): readonly PDFObject[] {
  if (object instanceof PDFRef) return [context.lookup(object)].filter((target) => target !== undefined);
  if (object instanceof PDFArray) return object.asArray();
  if (object instanceof PDFStream) return [object.dict];
  if (!(object instanceof PDFDict)) return [];
  for (const name of METADATA) object.delete(name);
  return object.values();
}

function isJpeg({ dict }: PDFRawStream): boolean {
  const filter = dict.lookup(FILTER);
  return filter === JPEG || (filter instanceof PDFArray && filter.size() === 1 && filter.lookup(0) === JPEG);
}
