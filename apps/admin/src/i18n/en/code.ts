/** Words of the control of code. */
export const code = {
  language: 'Language',
  code: 'Code',
  plain: 'Plain text',
};
