import type { InstanceSettings } from './settings.ts';

/** What the API writes to `instance.json` for an instance with a demo project. */
export interface SeededInstance {
  readonly api_url: string;
  readonly admin_url: string;
  readonly content_url: string;
  readonly project_id: string;
  readonly tokens: { readonly read_published: string; readonly read_draft: string; readonly admin: string };
  readonly login: { readonly email: string; readonly password: string };
}

/** The address of a published file, for people to click; undefined when nothing is published. */
export async function findPublishedFile(instance: SeededInstance): Promise<string | undefined> {
  const pointer = await getJson<{ content_base_url: string }>(
    `${instance.api_url}/v1/projects/${instance.project_id}/snapshot/latest`,
    { authorization: `Bearer ${instance.tokens.read_published}` },
  );
  if (pointer === undefined) return undefined;
  const manifest = await getJson<{ files: { collection: string; locale: string; entries: number }[] }>(
    `${pointer.content_base_url}/manifest.json`,
  );
  const [fullest] = [...(manifest?.files ?? [])].sort((a, b) => b.entries - a.entries);
  return fullest && `${pointer.content_base_url}/${fullest.collection}.${fullest.locale}.json`;
}

async function getJson<T>(url: string, headers: Record<string, string> = {}): Promise<T | undefined> {
  const response = await fetch(url, { headers });
  return response.ok ? ((await response.json()) as T) : undefined;
}

/**
 * What to show once everything runs.
 *
 * @param instance undefined when there is no demo project
 * @param setupCode for the first owner, while there is none
 */
export function describeInstance(
  { urls, dataDirectory }: Pick<InstanceSettings, 'urls' | 'dataDirectory'>,
  instance: SeededInstance | undefined,
  publishedFile: string | undefined,
  setupCode: string | undefined,
): string {
  const lines = [
    '',
    'Stele is running.',
    '',
    `  Admin     ${urls.admin}`,
    `  API       ${urls.api}  (reference: ${urls.api}/docs)`,
    `  Content   ${urls.content}`,
    `  Data      ${dataDirectory}  (logs: ${dataDirectory}/logs)`,
  ];
  if (instance) lines.push('', ...describeAccess(instance), '', ...tryOut(instance));
  if (setupCode) lines.push('', `  Set-up code  ${setupCode}  (creates the first owner; see docs/operating.md)`);
  if (publishedFile) lines.push('', 'Published content, as websites read it:', `  ${publishedFile}`);
  lines.push('', 'Press Ctrl-C to stop.', '');
  return lines.join('\n');
}

function describeAccess({ login, tokens, project_id }: SeededInstance): string[] {
  return [
    `  Sign in   ${login.email}  ${login.password}`,
    `  Project   ${project_id}`,
    `  Token     ${tokens.admin}  (admin; the others are in instance.json)`,
  ];
}

function tryOut({ api_url, project_id, tokens }: SeededInstance): string[] {
  const project = `${api_url}/v1/projects/${project_id}`;
  const authorized = `-H 'Authorization: Bearer ${tokens.admin}'`;
  const json = `-H 'Content-Type: application/json'`;
  const entry = JSON.stringify({ collection_key: 'posts', values: { en: { title: 'Hello' } } });
  const readId = `node -p 'JSON.parse(fs.readFileSync(0)).id'`;
  return [
    'Read published content, create an entry, publish it:',
    '',
    `curl -s ${project}/snapshot/latest -H 'Authorization: Bearer ${tokens.read_published}'; echo`,
    `ENTRY=$(curl -s ${project}/entries ${authorized} ${json} -d '${entry}' | ${readId}); echo $ENTRY`,
    `curl -s ${project}/entries/$ENTRY/publish ${authorized} ${json} -d '{"locales":["en"]}'; echo`,
  ];
}
