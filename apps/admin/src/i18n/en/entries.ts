const counted = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);

/** Words for entries, wherever they're listed or changed. */
export const entries = {
  notCreated: 'The entry was not created',
  notDuplicated: 'The entry was not duplicated',
  notDeleted: 'The entry was not deleted',
  notRestored: 'The entry was not restored',
  notUnpublished: 'The entry was not unpublished',
  notPutBack: 'It was not put back on the site',
  duplicated: 'This is the copy.',
  deleted: (title: string) => `“${title}” is in the trash.`,
  unpublished: 'Unpublished.',
  restored: (title: string) => `“${title}” is a draft again.`,
  backLive: (title: string) => `“${title}” is live again, as it was.`,
  publishUndone: 'The publish is undone.',
  publishNotUndone: 'The publish was not undone',
  stillReferredTo: (count: number) =>
    count === 1 ? '1 live entry still refers to it.' : `${count} live entries still refer to it.`,
  gone: 'Deleted entry',
  live: 'Live',
  changed: 'Changed',
  draft: 'Draft',
  outdated: 'outdated',
  missing: 'Not started',
  stateIn: (language: string, state: string) => `${language}: ${state}`,
  takeOff: 'Unpublish this entry?',
  takeOffMany: (count: number) => `Unpublish ${counted(count)}?`,
  takeOffHelp: 'The drafts stay. The site is rebuilt without the languages that you choose.',
  deleteTitle: (title: string) => `Delete “${title}”?`,
  deleteMany: (count: number) => `Delete ${counted(count)}?`,
  deleteHelp: 'It stays in the trash for 30 days. The message that follows has an Undo.',
  leave: (count: number) => `${counted(count)} ${count === 1 ? 'leaves' : 'leave'} the site`,
  stillRefer: (count: number) =>
    count === 1 ? '1 live entry still refers to what leaves' : `${count} live entries still refer to what leaves`,
  draftsToo: (count: number) => (count === 1 ? '1 draft is deleted' : `${count} drafts are deleted`),
};
