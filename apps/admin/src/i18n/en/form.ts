/** Words of parts of the form. */
export const form = {
  tabs: 'Tabs of the form',
  content: 'Content',
  outline: 'Outline',
  focusHere: 'Focus here',
  focusOf: (name: string) => `Focal point of ${name} here`,
  focusHelp:
    'Click what has to stay in sight here, or move the point with the arrow keys. Everywhere else the picture stays as it is.',
  fileFocus: "Same as the file's",
  ownFocus: 'Own focal point',
};
