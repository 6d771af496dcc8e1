import { createLoader, type LoaderOptions } from '../index.ts';
import { type PreviewVisit, showsMarks } from './preview-visit.ts';
import type { Reader } from './snapshot-readers.ts';

/**
 * Makes a function that gives each visit what it may read. Editors share one reader, which reads only what changed since others asked.
 *
 * @param live gives the content for everyone who wasn't let in, or whose link has ended
 */
export function visitReader(
  options: LoaderOptions,
  live: () => Promise<Reader>,
): (visit: PreviewVisit | null) => Promise<Reader> {
  const drafts = (token: string, marks: boolean): Reader => createLoader({ ...options, drafts: true, token, marks });
  let ofEditors: { readonly token: string; readonly reader: Reader } | null = null;
  return async (visit) => {
    if (visit?.kind === 'visitor') return visit.link ? drafts(visit.secret, false) : live();
    if (!visit) return live();
    if (ofEditors?.token !== visit.token) {
      ofEditors = { token: visit.token, reader: drafts(visit.token, showsMarks(options.marks)) };
    }
    return ofEditors.reader;
  };
}
