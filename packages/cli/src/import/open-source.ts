import { jsonLines } from './json-lines.ts';
import { markdownFolder } from './markdown/markdown-folder.ts';
import type { Source, SourceKind } from './source.ts';

/** All kinds of sources. The last one takes what no other does. */
const KINDS: readonly SourceKind[] = [markdownFolder, jsonLines];

/** Opens what entries are imported from. @throws UserError when it can't be read */
export async function openSource(...args: Parameters<SourceKind>): Promise<Source> {
  for (const kind of KINDS) {
    const source = await kind(...args);
    if (source) return source;
  }
  throw new Error('No kind of source takes this place.');
}
