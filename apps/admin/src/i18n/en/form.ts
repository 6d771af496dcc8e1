/** Words of the parts of a long form. */
export const form = {
  tabs: 'Tabs of the form',
  content: 'Content',
  outline: 'Outline',
};
