/** Words for how content differs. */
export const changes = {
  empty: 'empty',
  yes: 'yes',
  no: 'no',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
  unchangedRows: (count: number) => (count === 1 ? '1 unchanged' : `${count} unchanged`),
  missingFile: "A file that isn't here any more",
  sameText: 'Only its formatting changed.',
};
