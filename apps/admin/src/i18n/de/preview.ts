import type { preview as en } from '../en/preview.ts';

export const preview: typeof en = {
  title: 'Live-Vorschau',
  frame: (site) => `Der Eintrag auf ${site}`,
  site: 'Website',
  width: 'Breite',
  widths: { full: 'Ganze Breite', desktop: 'Computer', tablet: 'Tablet', phone: 'Telefon' },
  window: 'In einem Fenster öffnen',
  reload: 'Neu laden',
  close: 'Vorschau schließen',
  noSites: 'Keine Website für die Vorschau',
  noSitesHelp: 'Gib an, wo die Website ist. Dann siehst du sie hier, während du schreibst.',
  askOwner: 'Wem das Projekt gehört oder wer es entwickelt, kann in den Einstellungen eine Website angeben.',
  addSite: 'Website angeben',
  noPage: (collection) => `${collection} hat keine eigenen Seiten`,
  noPageInLanguage: 'In dieser Sprache gibt es keine Seiten',
  noPageHelp: (example) => `Für eine Vorschau sagt das Schema, wo die Seite eines Eintrags ist: preview: '${example}'.`,
  missing: (field) => `${field} ist leer`,
  missingHelp:
    'Daraus entsteht die Adresse der Seite. Die Vorschau erscheint, sobald das Feld ausgefüllt und gespeichert ist.',
  missingReference: (field) => `${field} führt noch nirgendwohin`,
  notThere: (status) => `Die Website hat diese Seite nicht (${status}).`,
  notThereHelp: 'Vielleicht zeigt sie nur Veröffentlichtes, oder sie lädt noch.',
  silent: 'Die Website antwortet dem Editor nicht.',
  silentHelp: (origin) =>
    `Wenn nichts zu sehen ist, verbietet die Website Rahmen: Sie muss den Header Content-Security-Policy mit frame-ancestors ${origin} senden, und kein X-Frame-Options. Wenn die Seite zu sehen ist, fehlt ihr das Skript für die Vorschau: Sie wird nach jedem Speichern neu geladen.`,
};
