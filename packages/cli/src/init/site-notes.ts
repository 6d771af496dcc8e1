import { isSameAddress } from '../address.ts';
import { readSiteVariables } from '../connection.ts';
import { reasonOf } from '../errors.ts';
import type { Io } from '../io.ts';
import type { KnownSite } from './site-variables.ts';

/** Unfinished parts of a run of `stele init`. */
interface OpenPoints {
  /** Whether something is written, or left to do, that depends on the project. */
  readonly isOpen: boolean;
  /** The language of proposed pages that the user didn't choose; null when there are none. */
  readonly pages: string | null;
}

/** Notes about the project: a fact that is unknown, and why; or that the site's .env is for another project. */
export async function siteNotes(io: Io, site: KnownSite, { isOpen, pages }: OpenPoints): Promise<readonly string[]> {
  const { variables, locale, problem } = site;
  if (problem === null) return otherProject(io, site);
  if (!isOpen && pages === null) return [];
  const ofProject = variables.STELE_PROJECT ? "The project's language" : 'The project';
  const what = locale === null ? ofProject : 'The address of the content host';
  const ofPages =
    locale === null && pages !== null ? ` The pages are in "${pages}"; --locale names another language.` : '';
  return [`${what} is unknown: ${reasonOf(problem)}${ofPages}`];
}

async function otherProject(
  io: Io,
  { variables: { STELE_URL: url, STELE_PROJECT: id } }: KnownSite,
): Promise<readonly string[]> {
  const site = await readSiteVariables(io);
  const isElsewhere = url !== undefined && site.STELE_URL && !isSameAddress(site.STELE_URL, url);
  // A short name may be that of the same project.
  const isAnother = id !== undefined && site.STELE_PROJECT?.startsWith('prj_') && site.STELE_PROJECT !== id;
  if (!isElsewhere && !isAnother) return [];
  return [
    `The project is ${id} at ${url}, but builds read what .env names: ${site.STELE_PROJECT || 'another one'} at ${site.STELE_URL || url}.`,
  ];
}
