import { createDiskStorage } from '@stele/storage';
import { type ApiPlace, type RunningApi, startApi } from '../api/api.ts';
import { RawConnection } from '../api/raw-connection.ts';
import { type Later, newFolder } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { fillProject } from '../publish/fill.ts';
import { author, post, postOf, schema } from './site.ts';

const AUTHORS = 20;
/** Requests at a time, where several are sent; each has its own connection and token. */
export const AT_ONCE = 8;

/** Where a project is made, and of how many posts. */
interface UsualPlace extends Pick<ApiPlace, 'program' | 'allowsPrivateTargets' | 'contentUrl'> {
  readonly databaseUrl: string;
  readonly posts: number;
  /** The folder for the project's objects; by default a new one, which is removed at the end. */
  readonly directory?: string;
  /** Whether to fill the project through the API: slowly, but also a release with other tables. */
  readonly byApi?: boolean;
}

/** A project of posts with the API that serves it, and the clients that call it. */
export class UsualProject {
  readonly api: RunningApi;
  readonly connections: readonly RawConnection[];
  /** The API's own database. */
  readonly databaseUrl: string;
  readonly #authors: readonly string[];
  readonly #posts: readonly string[];
  #made = 0;
  #chosen = 0;

  private constructor(
    api: RunningApi,
    connections: readonly RawConnection[],
    filled: { authors: readonly string[]; posts: readonly string[] },
    databaseUrl: string,
  ) {
    this.databaseUrl = databaseUrl;
    this.api = api;
    this.connections = connections;
    this.#authors = filled.authors;
    this.#posts = filled.posts;
  }

  /**
   * Starts an API with its own database and storage, and fills it with published posts.
   *
   * @param program the API of another checkout, see `startApi`
   */
  static async start(
    { databaseUrl, posts, byApi = false, ...options }: UsualPlace,
    later: Later,
  ): Promise<UsualProject> {
    const directory = options.directory ?? (await newFolder(later));
    const database = await createDatabase(databaseUrl, later);
    const settings = { kind: 'postgres', url: database.url } as const;
    const api = await startApi({ database: settings, profiled: !options.program, ...options, directory });
    later(() => api.stop());
    await api.owner.post(`/v1/projects/${api.projectId}/schema/sync`, { schema, base_version: 0 });
    const [authorIds = [], postIds = []] = byApi
      ? await fillByApi(api, posts)
      : await fillProject({
          databaseUrl: database.url,
          storage: createDiskStorage(api.storage),
          project: { id: api.projectId, schema },
          sets: [
            { entries: AUTHORS, make: author },
            { entries: posts, make: (number, [by = []]) => post(number, by) },
          ],
        });
    const tokens = await Promise.all(Array.from({ length: AT_ONCE }, () => api.makeToken()));
    const connections = tokens.map((token) => new RawConnection(api.url, { authorization: `Bearer ${token}` }));
    later(async () => {
      for (const connection of connections) connection.close();
    });
    return new UsualProject(api, connections, { authors: authorIds, posts: postIds }, database.url);
  }

  get entries(): string {
    return `/v1/projects/${this.api.projectId}/entries`;
  }

  /** A request body that creates a post. */
  newPost(): object {
    const number = 1_000_000 + this.#made++;
    return { collection_key: 'posts', values: postOf(number, this.#authors, this.#posts.slice(0, 3)) };
  }

  /** The address of a post; each call returns the next one. */
  anyPost(): string {
    return `${this.entries}/${this.#posts[(this.#chosen++ * 7919) % this.#posts.length]}`;
  }
}

/** @returns ids of authors and posts */
async function fillByApi({ admin, projectId }: RunningApi, posts: number): Promise<readonly (readonly string[])[]> {
  const entries = `/v1/projects/${projectId}/entries`;
  const make = async (
    collection_key: string,
    count: number,
    valuesOf: (number: number) => object,
  ): Promise<string[]> => {
    const ids: string[] = [];
    const left = Array.from({ length: count }, (_, number) => number).values();
    const work = async (): Promise<void> => {
      for (const number of left) {
        const { id } = await admin.post(entries, { collection_key, values: valuesOf(number) });
        await admin.post(`${entries}/${id}/publish`, { locales: ['en', 'de'] });
        ids.push(id as string);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return ids;
  };
  const authors = await make('authors', AUTHORS, (number) => author(number).values);
  return [authors, await make('posts', posts, (number) => postOf(number, authors))];
}
