import { expect, it } from 'vitest';
import { rolePermissions } from '../../src/access/permissions.ts';
import { createOpenApiDocument } from '../../src/api/openapi/document.ts';
import { compileRoutes } from '../../src/api/rest/routes.ts';
import { appRouter, registry } from '../../src/server/registry.ts';

/** Names that clients, logs and stored rows have. A change of the list that `wire-names.txt` has breaks them. */
it('keeps every name on the wire and in the database', async () => {
  const document = createOpenApiDocument(registry, '') as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
    readonly tags: readonly { readonly name: string }[];
    readonly components: Readonly<Record<string, object>>;
  };
  const tagNames = document.tags.map(({ name }) => name);
  const operations = compileRoutes(appRouter).flatMap(({ key, operation }) => {
    const { method, path, access, limits = [], errors = [], audit = [] } = operation;
    const tags = document.paths[path]?.[method.toLowerCase()]?.tags ?? [];
    return [
      `${key}: ${method} ${path}`,
      `  tag ${tags.join()}; access ${[access].flat().join()}`,
      `  limits ${limits.join()}; errors ${[...errors].sort().join()}; audit ${audit.join()}`,
    ];
  });
  const jobs = registry.jobs.map(({ kind, everyMs = null, attempts = null, lane = 'upkeep' }) => {
    return `${kind}: every ${everyMs} ms, ${attempts} attempts, lane ${lane}`;
  });
  const list = (title: string, names: readonly string[]) => [title, ...names.map((name) => `  ${name}`), ''];
  const lines = [
    ...list('tags', tagNames),
    ...Object.entries(rolePermissions).flatMap(([role, permissions]) => list(role, permissions)),
    ...list('jobs', jobs.sort()),
    ...list('operations', operations),
    ...Object.entries(document.components).flatMap(([kind, all]) => list(kind, Object.keys(all).sort())),
  ];
  await expect(lines.join('\n')).toMatchFileSnapshot('wire-names.txt');
});
