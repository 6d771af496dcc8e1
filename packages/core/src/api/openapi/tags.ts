/** The groups of operations, in the order of the reference, each with the nouns of its operations. */
export const TAGS: Readonly<Record<string, { readonly nouns: readonly string[]; readonly about: string }>> = {
  Entries: { nouns: ['entries'], about: 'Entries, their drafts and versions, and publishing them.' },
  Drafts: { nouns: ['drafts', 'previewLinks'], about: 'The newest values of a collection as one file, for previews.' },
  Translations: {
    nouns: ['translationRuns', 'translations'],
    about: 'Texts for translators as XLIFF files, and translations by machine.',
  },
  Comments: {
    nouns: ['comments', 'inbox'],
    about: 'What people say about entries, and what they are told. For people only.',
  },
  Assets: {
    nouns: ['assets', 'assetVersions', 'folders', 'storage'],
    about: 'Pictures and other files, and their folders.',
  },
  Schema: { nouns: ['schema'], about: 'Collections and their fields: comparing, pushing and earlier versions.' },
  Snapshots: { nouns: ['snapshots'], about: 'The live content, earlier states of it, and where to read them.' },
  Deployments: {
    nouns: ['deployments', 'targets', 'builds'],
    about: 'Deploy targets, which rebuild websites when content goes live, and the outcome of each build.',
  },
  Webhooks: {
    nouns: ['webhooks', 'webhookDeliveries'],
    about: 'URLs that receive events, and the messages sent to them.',
  },
  Events: { nouns: ['events'], about: 'A live stream of what happens in a project.' },
  Jobs: { nouns: ['jobs'], about: 'Background work.' },
  'Saved views': { nouns: ['views'], about: 'Named filters of the list of entries.' },
  Projects: { nouns: ['projects'], about: 'Tenants: each with its own content, locales, members and tokens.' },
  Tokens: { nouns: ['tokens'], about: 'Credentials for programs.' },
  Members: { nouns: ['members', 'invitations'], about: 'People, their roles, and invitations.' },
  Audit: { nouns: ['audit', 'archives'], about: 'Who did what, and when.' },
  Instance: { nouns: ['instance', 'operating', 'people'], about: 'The server itself.' },
  Reference: { nouns: ['openapi'], about: 'This document.' },
};

/** The group of an operation `noun.verb`. */
export function tagOf(key: string): string {
  const [noun = ''] = key.split('.');
  const found = Object.entries(TAGS).find(([, { nouns }]) => nouns.includes(noun));
  if (!found) throw new Error(`No group of operations holds ${noun}.`);
  return found[0];
}
