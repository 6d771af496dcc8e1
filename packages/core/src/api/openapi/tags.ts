/** What the groups of operations are about, in the order of the reference. */
export const TAGS: Readonly<Record<string, string>> = {
  Entries: 'Entries, their drafts and versions, and publishing them.',
  Drafts: 'The newest values of a collection as one file, for previews.',
  Assets: 'Pictures and other files, and their folders.',
  Schema: 'Collections and their fields: comparing, pushing and earlier versions.',
  Snapshots: 'The live content, earlier states of it, and where to read them.',
  Deployments: 'Sites that are rebuilt when content goes live, and the outcome of each build.',
  Webhooks: 'Addresses that receive events, and the messages sent there.',
  Events: 'What happens in a project, as it happens.',
  Jobs: 'Work that goes on after a request was answered.',
  'Saved views': 'Filters of lists that people keep.',
  Projects: 'Tenants: each with its own content, locales, members and tokens.',
  Tokens: 'Credentials for programs.',
  Members: 'People, their roles, and invitations.',
  Audit: 'Who did what, and when.',
  Instance: 'The server itself.',
  Reference: 'This document.',
};
