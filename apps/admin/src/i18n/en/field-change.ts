/** Words of changing a field in the list: of many entries, or in a cell. */
export const fieldChange = {
  change: 'Change a field…',
  title: (count: number) => (count === 1 ? 'Change a field of 1 entry' : `Change a field of ${count} entries`),
  consequence: 'The drafts change. Nothing is published.',
  choose: 'Choose a field',
  empty: 'Empty the field',
  action: (count: number) => (count === 0 ? 'Change' : count === 1 ? 'Change 1 entry' : `Change ${count} entries`),
  changes: (count: number) => (count === 1 ? '1 entry changes' : `${count} entries change`),
  refused: (count: number) => (count === 1 ? "1 entry can't be changed" : `${count} entries can't be changed`),
  same: 'Has this value already',
  absent: 'Has no content in the chosen languages',
  conditional: "It also changes in entries that don't show this field now, because of its conditions.",
  hidden: (field: string) => `“${field}” can't be edited here`,
  hiddenHelp: 'The other values of the entry hide this field.',
  saved: (field: string) => `“${field}” is saved as a draft.`,
  undone: (field: string) => `“${field}” is as it was before.`,
  notUndone: 'The change was not undone',
};
