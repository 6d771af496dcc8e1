/** Words of translations: how far each language is, exporting and importing. */
export const translation = {
  title: 'Translations',
  lead: (source: string) =>
    `What is to be translated from ${source}. Changes of the source make a translation outdated.`,
  missing: (_count: number) => 'missing',
  outdated: (_count: number) => 'outdated',
  current: (_count: number) => 'current',
  none: 'The project has one language. Add others in the settings.',
  export: 'Export for translation',
  exportHelp: 'Texts go into XLIFF files, which translation tools read. Translations come back as drafts.',
  into: 'Translate into',
  download: 'Download',
  exported: (count: number) =>
    count === 1 ? 'Exported the texts of 1 entry' : `Exported the texts of ${count} entries`,
  nothing: 'There is nothing to translate.',
  notExported: 'Could not export',
  import: 'Import translations',
  importHelp: 'Choose translated XLIFF files. Nothing is published.',
  files: 'Files',
  anySource: 'Also texts whose source has changed since the export',
  notImported: 'Could not import',
  result: (saved: number, unchanged: number) => `${saved} saved as drafts, ${unchanged} unchanged.`,
  partly: 'These fields were left as they are, since not all of their texts are translated:',
  refused: (count: number) => (count === 1 ? '1 entry was refused:' : `${count} entries were refused:`),
};
