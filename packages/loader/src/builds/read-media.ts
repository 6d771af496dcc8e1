import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { notedProjects } from './noted-projects.ts';

/** The variable that names a file in which the processes of a build note which projects they have read. */
export const NOTES_VARIABLE = 'STELE_BUILD_NOTES';

const shared = new Set<string>();

/** Lets the other processes of the build know which projects this one has read, if there are any. */
export function shareNotes(): void {
  const notes = process.env[NOTES_VARIABLE];
  if (!notes) return;
  for (const projectUrl of notedProjects) {
    if (!shared.has(projectUrl)) appendFileSync(notes, `${projectUrl}\n`);
    shared.add(projectUrl);
  }
}

/** The prefixes of files' addresses, for all projects that this build has read, or that its variables name. */
export function readMedia(): ReadonlySet<string> {
  const { STELE_CONTENT_URL: url = '', STELE_PROJECT: project, [NOTES_VARIABLE]: notes = '' } = process.env;
  const projects = [...notedProjects, ...(existsSync(notes) ? readFileSync(notes, 'utf8').split('\n') : [])];
  if (URL.canParse(url) && project) projects.push(`${new URL(url).href.replace(/\/+$/, '')}/${project}`);
  return new Set(projects.filter(Boolean).map((projectUrl) => `${projectUrl}/media/`));
}
