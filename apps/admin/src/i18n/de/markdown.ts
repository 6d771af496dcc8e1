import type { Messages } from '../catalog.ts';

export const markdown: Messages['markdown'] = {
  bold: 'Fett',
  italic: 'Kursiv',
  heading: 'Überschrift',
  link: 'Link',
  list: 'Aufzählung',
  orderedList: 'Nummerierte Liste',
  quote: 'Zitat',
  code: 'Code',
  picture: 'Bild',
  preview: 'Vorschau',
  nothing: 'Noch nichts zu sehen.',
  uploading: (name) => `${name} wird hochgeladen`,
  notUploaded: (name) => `${name} wurde nicht hochgeladen`,
};
