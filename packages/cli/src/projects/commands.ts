import { randomUUID } from 'node:crypto';
import type { Io } from '../io.ts';
import { shellWord } from '../output/words.ts';
import { asPerson, type SignInOptions } from '../person/sign-in.ts';

export interface CreateProjectOptions extends SignInOptions {
  readonly locale?: readonly string[];
  readonly slug?: string;
}

/** `stele projects list`: the person's projects, with their ids. */
export function listProjectsCommand(io: Io, options: SignInOptions): Promise<number> {
  return asPerson(io, options, async ({ client }, output) => {
    const { data } = await client.get('/projects');
    for (const { id, slug, name } of data) output.say(`${id}  ${slug}  ${name}`);
    if (data.length === 0) output.say('You have no project yet: npx stele projects create "My site"');
    output.result({ data });
  });
}

/** `stele projects create`: makes a project, which the person owns. */
export function createProjectCommand(io: Io, name: string, options: CreateProjectOptions): Promise<number> {
  return asPerson(io, options, async ({ client }, output) => {
    const { slug, locale: locales = ['en'] } = options;
    const project = await client.post('/projects', {
      params: { header: { 'Idempotency-Key': randomUUID() } },
      body: { name, locales, ...(slug !== undefined && { slug }) },
    });
    output.result(project);
    output.say(`Created ${project.name}: ${project.id}`);
    output.say(`Next, a token for its site: npx stele tokens create "Site" --env --project ${shellWord(project.id)}`);
  });
}
