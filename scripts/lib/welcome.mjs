/**
 * @typedef {{
 *   api_url: string, admin_url: string, content_url: string, project_id: string,
 *   tokens: { read_published: string, read_draft: string, admin: string },
 *   login: { email: string, password: string },
 * }} Instance What the API writes to instance.json for a seeded instance.
 */

/**
 * The address of a published file, for people to click; undefined when nothing is published.
 *
 * @param {Instance} instance
 * @returns {Promise<string | undefined>}
 */
export async function findPublishedFile(instance) {
  const pointer = await getJson(`${instance.api_url}/v1/projects/${instance.project_id}/snapshot/latest`, {
    authorization: `Bearer ${instance.tokens.read_published}`,
  });
  if (pointer === undefined) return undefined;
  const manifest = await getJson(`${pointer.content_base_url}/manifest.json`);
  const [fullest] = [...(manifest?.files ?? [])].sort((a, b) => b.entries - a.entries);
  return fullest && `${pointer.content_base_url}/${fullest.collection}.${fullest.locale}.json`;
}

async function getJson(url, headers = {}) {
  const response = await fetch(url, { headers });
  return response.ok ? response.json() : undefined;
}

/**
 * What to show once everything runs.
 *
 * @param {{ api: string, admin: string, content: string, dataDirectory: string }} places
 * @param {Instance | undefined} instance
 * @param {string | undefined} publishedFile
 * @param {string | undefined} setupCode for the first owner, while there is none
 */
export function describeInstance(places, instance, publishedFile, setupCode) {
  const lines = [
    '',
    'Stele is running.',
    '',
    `  Admin     ${places.admin}`,
    `  API       ${places.api}  (reference: ${places.api}/docs)`,
    `  Content   ${places.content}`,
    `  Data      ${places.dataDirectory}  (logs: ${places.dataDirectory}/logs)`,
  ];
  if (instance) lines.push('', ...describeAccess(instance), '', ...tryOut(instance));
  if (setupCode) lines.push('', `  Set-up code  ${setupCode}  (makes the first owner; see docs/operating.md)`);
  if (publishedFile) lines.push('', 'What is published, as websites read it:', `  ${publishedFile}`);
  lines.push('', 'Press Ctrl-C to stop.', '');
  return lines.join('\n');
}

function describeAccess({ login, tokens, project_id }) {
  return [
    `  Sign in   ${login.email}  ${login.password}`,
    `  Project   ${project_id}`,
    `  Token     ${tokens.admin}  (admin; the others are in instance.json)`,
  ];
}

function tryOut({ api_url, project_id, tokens }) {
  const project = `${api_url}/v1/projects/${project_id}`;
  const authorized = `-H 'Authorization: Bearer ${tokens.admin}'`;
  const json = `-H 'Content-Type: application/json'`;
  const entry = JSON.stringify({
    collection_key: 'posts',
    values: { en: { title: 'Hello', slug: `hello-${Date.now().toString(36)}` } },
  });
  const readId = `node -p 'JSON.parse(fs.readFileSync(0)).id'`;
  return [
    'Read what is live, write an entry, publish it:',
    '',
    `curl -s ${project}/snapshot/latest -H 'Authorization: Bearer ${tokens.read_published}'; echo`,
    `ENTRY=$(curl -s ${project}/entries ${authorized} ${json} -d '${entry}' | ${readId}); echo $ENTRY`,
    `curl -s ${project}/entries/$ENTRY/publish ${authorized} ${json} -d '{"locales":["en"]}'; echo`,
  ];
}
