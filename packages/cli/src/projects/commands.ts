import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { shellWord } from '../output/shell-word.ts';
import { type SignInOptions, signIn } from '../person/sign-in.ts';

/** Options of `stele projects create`. */
export interface CreateProjectOptions extends SignInOptions {
  readonly locale?: readonly string[];
  readonly slug?: string;
}

/** `stele projects list`: the person's projects, with their ids. @returns the exit code */
export async function listProjectsCommand(io: Io, options: SignInOptions): Promise<number> {
  const output = new Output(io, options);
  const session = await signIn(io, options);
  try {
    const data = await session.api.projects();
    for (const { id, slug, name } of data) output.say(`${id}  ${slug}  ${name}`);
    if (data.length === 0) output.say('You have no project yet: npx stele projects create "My site"');
    output.result({ data });
  } finally {
    await session.signOut();
  }
  return 0;
}

/** `stele projects create`: makes a project, which the person owns. @returns the exit code */
export async function createProjectCommand(io: Io, name: string, options: CreateProjectOptions): Promise<number> {
  const output = new Output(io, options);
  const session = await signIn(io, options);
  try {
    const { slug, locale = ['en'] } = options;
    const project = await session.api.createProject({ name, locales: locale, ...(slug !== undefined && { slug }) });
    output.result(project);
    output.say(`Created ${project.name}: ${project.id}`);
    output.say(`Next, a token for its site: npx stele tokens create "Site" --env --project ${shellWord(project.id)}`);
  } finally {
    await session.signOut();
  }
  return 0;
}
