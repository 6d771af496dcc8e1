import { type InstanceSettings, isLocal } from './settings.ts';

/** How long the start waits for checks that it could do without. */
const MOST_MS = 5_000;

/** The content of `instance.json` for an instance with a demo project, which the API writes. */
export interface SeededInstance {
  readonly api_url: string;
  readonly admin_url: string;
  readonly content_url: string;
  readonly project_id: string;
  readonly tokens: { readonly read_published: string; readonly read_draft: string; readonly admin: string };
  readonly login: { readonly email: string; readonly password: string };
}

/**
 * The address of a published file, for people to click; undefined when nothing is published, or it can't be found out.
 *
 * @param at where API and content host are reached from this machine, whatever their public addresses are
 */
export async function findPublishedFile(
  { project_id, tokens, content_url }: SeededInstance,
  at: Readonly<Record<'api' | 'content', string>>,
): Promise<string | undefined> {
  const pointer = await getJson<{ content_base_url: string }>(`${at.api}/v1/projects/${project_id}/snapshot/latest`, {
    authorization: `Bearer ${tokens.read_published}`,
  });
  if (pointer === undefined) return undefined;
  const { content_base_url: base } = pointer;
  const manifest = await getJson<{ files: { collection: string; locale: string; entries: number }[] }>(
    `${at.content}${base.slice(content_url.length)}/manifest.json`,
  );
  const [fullest] = [...(manifest?.files ?? [])].sort((a, b) => b.entries - a.entries);
  return fullest && `${base}/${fullest.collection}.${fullest.locale}.json`;
}

async function getJson<T>(url: string, headers: Record<string, string> = {}): Promise<T | undefined> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(MOST_MS) });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}

/** A sentence for each public address at which no part answers; a proxy may start later. */
export async function findUnreachable(urls: InstanceSettings['urls']): Promise<string[]> {
  const looks = Object.entries(urls).map(async ([part, url]) => {
    try {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(MOST_MS), redirect: 'manual' });
      await response.arrayBuffer();
      return response.status === 200 ? [] : [`${url} answers ${response.status}, as no part of Stele does.`];
    } catch (error) {
      const { cause, message } = error as Error;
      return [`${url} (${part}) can't be reached from here: ${cause instanceof Error ? cause.message : message}.`];
    }
  });
  return (await Promise.all(looks)).flat();
}

/**
 * The text to show once everything runs. Login and tokens are shown only where all addresses are this machine's own.
 *
 * @param instance undefined when there is no demo project
 * @param setupCode for the first owner, while there is none
 * @param unreachable sentences about public addresses
 */
export function describeInstance(
  { urls, dataDirectory }: Pick<InstanceSettings, 'urls' | 'dataDirectory'>,
  instance: SeededInstance | undefined,
  publishedFile: string | undefined,
  setupCode: string | undefined,
  unreachable: readonly string[] = [],
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
  if (instance && Object.values(urls).every(isLocal)) {
    lines.push('', ...describeAccess(instance), '', ...tryOut(instance));
  } else if (instance) lines.push('', `  Login and tokens of project ${instance.project_id} are in instance.json.`);
  if (setupCode) lines.push('', `  Set-up code  ${setupCode}  (creates the first owner; see docs/operating.md)`);
  if (publishedFile) lines.push('', 'Published content, as websites read it:', `  ${publishedFile}`);
  if (unreachable.length > 0) {
    lines.push('', ...unreachable, 'Stele runs nevertheless. Check names and proxy; "stele-server doctor" says more.');
  }
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
