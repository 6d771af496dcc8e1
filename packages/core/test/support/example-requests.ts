import type { ApiAnswer, ApiClient, LooseBody } from '@stele/testing/api-client';
import { compileRoutes, type Route } from '../../src/api/rest/routes.ts';
import { appRouter } from '../../src/server/registry.ts';
import { resolveIn } from '../fuzz/requests.ts';
import type { TestApp, TestPerson, TestProject } from './test-app.ts';

/** Every operation, by its key. */
export const allRoutes = compileRoutes(appRouter).sort((a, b) => (a.key < b.key ? -1 : 1));

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly examples?: readonly unknown[] };
}

interface Documented {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly examples?: { readonly example?: { readonly value: unknown } } }>;
  };
}

/** Sends the example of each operation, with things that needn't exist, as someone who may call it. */
export class ExampleRequests {
  readonly #document: Record<string, unknown>;
  readonly #anyone: ApiClient;
  readonly project: TestProject;
  readonly owner: TestPerson;
  /** Whom operators help with their account. */
  readonly #ada: TestPerson;

  private constructor(
    document: Record<string, unknown>,
    anyone: ApiClient,
    project: TestProject,
    people: { owner: TestPerson; ada: TestPerson },
  ) {
    this.#document = document;
    this.#anyone = anyone;
    this.project = project;
    this.owner = people.owner;
    this.#ada = people.ada;
  }

  static async make(app: TestApp): Promise<ExampleRequests> {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    await app.makeOperator(owner.id);
    const ada = await app.person();
    await app.database.prisma.user.update({ where: { id: ada.id }, data: { email: 'ada@example.org' } });
    return new ExampleRequests(await app.services.openApiDocument(), app.api, project, { owner, ada });
  }

  /** @param body by default the example's */
  send({ operation }: Route, body?: string, headers?: Record<string, string>): Promise<ApiAnswer<LooseBody>> {
    const { path, method, access } = operation;
    const api = access === 'token' ? this.project.api : access === 'public' ? this.#anyone : this.owner.api;
    return api.send(
      method,
      this.#addressOf(path, this.#documented(operation)),
      body ?? this.#bodyOf(operation),
      headers,
    );
  }

  #documented({ path, method }: Route['operation']): Documented {
    const paths = this.#document.paths as Record<string, Record<string, Documented>>;
    return paths[path]?.[method.toLowerCase()] ?? {};
  }

  #bodyOf(operation: Route['operation']): unknown {
    return this.#documented(operation).requestBody?.content['application/json']?.examples?.example?.value;
  }

  #addressOf(path: string, { parameters = [] }: Documented): string {
    const own = parameters.map((one) => ('$ref' in one ? resolveIn<Parameter>(this.#document, one.$ref) : one));
    const query = own
      .filter((one) => one.in === 'query' && one.required)
      .map(({ name, schema }) => `${name}=${schema.examples?.[0] ?? 'de'}`);
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const example = own.find((one) => one.name === name)?.schema.examples?.[0];
      if (path.startsWith('/instance/people/')) return this.#ada.id;
      return name === 'projectId' ? this.project.id : String(example ?? 'x');
    });
    return query.length > 0 ? `${address}?${query.join('&')}` : address;
  }
}
