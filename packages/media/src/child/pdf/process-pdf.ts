import { readFile } from 'node:fs/promises';
import { ParseSpeeds, PDFDocument, PDFInvalidObject } from '@cantoo/pdf-lib';
import { FileFailure, fail } from '../../failures.ts';
import type { ChildJob } from '../../parent/protocol.ts';
import type { ProcessedMedia } from '../../processed-media.ts';
import { isMemoryFault } from '../faults.ts';
import { NOTHING_KNOWN } from '../process-other.ts';
import { writeRendition } from '../write-rendition.ts';
import { dropMetadata } from './drop-metadata.ts';

const MIME = 'application/pdf';
/** No other job waits in this process, so it may parse without pauses. */
const LOADING = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest };
const SAVING = { addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY };

/** Counts a PDF's pages and writes it without metadata. @throws FileFailure */
export async function processPdf({ file, outputDirectory }: ChildJob): Promise<ProcessedMedia> {
  const { content, pages } = await rewrite(await readFile(file));
  const full = await writeRendition(outputDirectory, 'full.pdf', content, { mime: MIME, format: 'pdf' });
  return { status: 'ready', kind: 'pdf', mime: MIME, ...NOTHING_KNOWN, pages, full };
}

async function rewrite(bytes: Buffer): Promise<{ content: Uint8Array; pages: number }> {
  try {
    const document = await load(bytes);
    const pages = document.getPageCount();
    if (pages === 0 || lacksObjects(document)) fail('not_decodable', { what: 'PDF' });
    dropMetadata(document.context);
    return { content: await document.save(SAVING), pages };
  } catch (error) {
    if (error instanceof FileFailure || isMemoryFault(error)) throw error;
    return fail('not_decodable', { what: 'PDF' });
  }
}

/**
 * Whether a compressed object stream couldn't be read, because it's damaged or memory ran out. The library continues without its
 * objects.
 */
function lacksObjects({ context }: PDFDocument): boolean {
  return context.enumerateIndirectObjects().some(([, object]) => {
    if (!(object instanceof PDFInvalidObject)) return false;
    const bytes = Buffer.alloc(object.sizeInBytes());
    object.copyBytesInto(bytes, 0);
    return bytes.includes('/ObjStm');
  });
}

/** Opens it without a password: many PDFs are encrypted with an empty one. */
async function load(bytes: Buffer): Promise<PDFDocument> {
  const parsed = await PDFDocument.load(bytes, { ...LOADING, ignoreEncryption: true });
  if (!parsed.isEncrypted) return parsed;
  try {
    return await PDFDocument.load(bytes, { ...LOADING, password: '' });
  } catch (error) {
    if (isMemoryFault(error)) throw error;
    return fail('encrypted');
  }
}
