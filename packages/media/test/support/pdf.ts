import { inflateSync } from 'node:zlib';

/** Parts of a PDF: its objects, by number, and what its trailer says beside their table. */
export interface PdfParts {
  readonly objects: Readonly<Record<number, string | Buffer>>;
  readonly trailer: string;
}

/** Writes a PDF as plain text, with the table of its objects. @param before an earlier version, which this one updates */
export function writePdf({ objects, trailer }: PdfParts, before: Buffer = Buffer.from('%PDF-1.4\n')): Buffer {
  const parts: Buffer[] = [before];
  const offsets = new Map<number, number>();
  let at = before.length;
  for (const [number, object] of Object.entries(objects)) {
    offsets.set(Number(number), at);
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  }
  const rows = [...offsets].map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
  parts.push(
    Buffer.from(`xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<< ${trailer} >>\nstartxref\n${at}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

/** An object with a stream. */
export function pdfStream(entries: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** A PDF of some empty pages. */
export function emptyPdf(pages: number): PdfParts {
  const kids = Array.from({ length: pages }, (_none, index) => index + 10);
  return {
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: `<< /Type /Pages /Count ${pages} /Kids [${kids.map((number) => `${number} 0 R`).join(' ')}] >>`,
      ...Object.fromEntries(kids.map((number) => [number, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'])),
    },
    trailer: '/Root 1 0 R /Size 100',
  };
}

/** A PDF's bytes, followed by what its compressed streams hold. */
export function unpackPdf(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const unpacked: Buffer[] = [pdf];
  for (const match of text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    try {
      unpacked.push(inflateSync(Buffer.from(match[1] ?? '', 'latin1')));
    } catch {
      // The stream isn't compressed this way, and stands in the file as it is.
    }
  }
  return Buffer.concat(unpacked);
}
