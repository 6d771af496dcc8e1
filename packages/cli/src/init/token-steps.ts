import { existsSync } from 'node:fs';
import { isAddress, isLocal, isSameAddress } from '../address.ts';
import { findPerson, loginUrl, readSiteVariables } from '../connection.ts';
import { SignInOver } from '../errors.ts';
import { ProjectOpen } from '../identity.ts';
import { findInstance, instanceFile } from '../instance-file.ts';
import { type Io, placeOf } from '../io.ts';
import { shellWord } from '../output/words.ts';
import type { KnownSite } from './site-variables.ts';

/**
 * The commands for the token that a site's .env lacks, as it is now. Only people make tokens, so the user has to be signed in
 * where the site's content is. No command for this machine unless someone logged in there: `stele dev` writes the token of its
 * own instance.
 *
 * @param asked id or short name of the project, when the user asked for one
 * @throws UserError when what `stele login` keeps is damaged
 */
export async function tokenSteps(
  io: Io,
  { variables, problem }: KnownSite,
  asked: string | undefined,
): Promise<readonly string[]> {
  const site = await readSiteVariables(io);
  const url = site.STELE_URL || variables.STELE_URL;
  if (site.STELE_TOKEN || io.env.STELE_TOKEN || !isAddress(url)) return [];
  if (await findInstance(io, url)) return [];
  const login = await loginUrl(io);
  const { person, projectId } = await findPerson(io, { url });
  if (isLocal(url) && !person && !isSameAddress(url, login)) return [];
  const isAsked = isSameAddress(url, variables.STELE_URL);
  const usual =
    io.env.STELE_URL || (existsSync(placeOf(io, instanceFile(io.env))) ? undefined : site.STELE_URL || login);
  const isOpen = projectId === undefined && (asked !== undefined || problem instanceof ProjectOpen);
  const at = `--url ${shellWord(url)}`;
  const words = [
    'npx stele tokens create Website --env',
    ...(isSameAddress(url, usual) ? [] : [at]),
    ...(isAsked && isOpen ? [`--project ${shellWord(asked ?? 'ID')}`] : []),
    '>> .env   # the token that builds read content with',
  ];
  const isSignedIn = person !== undefined && !(isAsked && problem instanceof SignInOver);
  return [...(isSignedIn ? [] : [`npx stele login ${at}   # only people make tokens`]), words.join(' ')];
}
