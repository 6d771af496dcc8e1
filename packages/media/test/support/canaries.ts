import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A text that must not be found again. It has no letter that an encoding would write otherwise. */
export const CANARY = 'CANARY-4f1b';

/** An XMP packet that tells it. */
export const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${CANARY}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const ENCODINGS = {
  'UTF-8': Buffer.from(CANARY),
  'UTF-16LE': Buffer.from(CANARY, 'utf16le'),
  'UTF-16BE': Buffer.from(CANARY, 'utf16le').swap16(),
};

/** How often bytes tell it, in any encoding. */
export function countCanaries(bytes: Uint8Array): number {
  const content = Buffer.from(bytes);
  let count = 0;
  for (const needle of Object.values(ENCODINGS))
    for (let at = content.indexOf(needle); at !== -1; at = content.indexOf(needle, at + 1)) count++;
  return count;
}

/** The files below a folder that tell it. */
export async function filesWithCanary(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const found = await Promise.all(files.map(async (file) => countCanaries(await readFile(file)) > 0));
  return files.filter((_file, index) => found[index]);
}
