/** The screens of the admin that an owner can open, by name. @param entry the id of an entry of the project */
export function ownersScreens(project: string, entry: string): [name: string, path: string][] {
  const base = `/projects/${project}`;
  return [
    ['start', base],
    ['list', `${base}/entries`],
    ['collection', `${base}/entries?collection=posts`],
    ['trash', `${base}/entries?status=trashed`],
    ['entry', `${base}/entries/${entry}`],
    ['inbox', `${base}/inbox`],
    ['media', `${base}/media`],
    ['translations', `${base}/translations`],
    ['site', `${base}/site`],
    ['compare', `${base}/site/compare`],
    ['deployments', `${base}/site/deployments`],
    ['webhooks', `${base}/site/webhooks`],
    ['schema', `${base}/schema`],
    ['audit', `${base}/audit`],
    ['settings', `${base}/settings`],
    ['languages', `${base}/settings/languages`],
    ['people', `${base}/settings/people`],
    ['tokens', `${base}/settings/tokens`],
    ['danger', `${base}/settings/danger`],
    ['account', `${base}/account`],
    ['operating', '/operating'],
    ['new-project', '/projects/new'],
  ];
}
