/** Words of the Markdown control. */
export const markdown = {
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  link: 'Link',
  list: 'Bulleted list',
  orderedList: 'Numbered list',
  quote: 'Quote',
  code: 'Code',
  picture: 'Picture',
  preview: 'Preview',
  nothing: 'Nothing to preview.',
  uploading: (name: string) => `Uploading ${name}`,
  notUploaded: (name: string) => `${name} was not uploaded`,
};
