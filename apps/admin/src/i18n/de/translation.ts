import type { translation as english } from '../en/translation.ts';

/** Words of translations, in German. */
export const translation: typeof english = {
  title: 'Übersetzungen',
  lead: (source) => `Was aus ${source} zu übersetzen ist. Ändert sich die Quelle, ist eine Übersetzung veraltet.`,
  missing: (count) => (count === 1 ? 'fehlt' : 'fehlen'),
  outdated: () => 'veraltet',
  current: () => 'aktuell',
  none: 'Das Projekt hat eine Sprache. Füge in den Einstellungen weitere hinzu.',
  export: 'Zum Übersetzen exportieren',
  exportHelp:
    'Die Texte kommen in XLIFF-Dateien, die Übersetzungsprogramme lesen. Übersetzungen kommen als Entwürfe zurück.',
  into: 'Übersetzen in',
  download: 'Herunterladen',
  exported: (count) => (count === 1 ? 'Texte von 1 Eintrag exportiert' : `Texte von ${count} Einträgen exportiert`),
  nothing: 'Es gibt nichts zu übersetzen.',
  notExported: 'Der Export hat nicht geklappt',
  import: 'Übersetzungen importieren',
  importHelp: 'Wähle übersetzte XLIFF-Dateien. Veröffentlicht wird nichts.',
  files: 'Dateien',
  anySource: 'Auch Texte, deren Quelle sich seit dem Export geändert hat',
  notImported: 'Der Import hat nicht geklappt',
  result: (saved, unchanged) => `${saved} als Entwurf gespeichert, ${unchanged} unverändert.`,
  partly: 'Diese Felder blieben, wie sie sind, weil nicht alle ihre Texte übersetzt sind:',
  refused: (count) => (count === 1 ? '1 Eintrag wurde abgelehnt:' : `${count} Einträge wurden abgelehnt:`),
};
