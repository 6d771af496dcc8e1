import type { Messages } from '../catalog.ts';

const files = (count: number): string => (count === 1 ? '1 Datei' : `${count} Dateien`);

export const media: Messages['media'] = {
  chooseOne: 'Datei wählen',
  chooseMany: 'Dateien wählen',
  choosePicture: 'Bild wählen',
  choosePictures: 'Bilder wählen',
  upload: 'Hochladen',
  uploadHere: 'oder ablegen oder einfügen',
  search: 'Dateien suchen',
  folder: 'Ordner',
  allFolders: 'Alle Ordner',
  noFolder: 'Kein Ordner',
  nothingHere: 'Noch keine Dateien',
  nothingFound: 'Keine Datei gefunden',
  uploadFirst: 'Eine hochladen oder hier ablegen.',
  showMore: 'Mehr anzeigen',
  chosen: (count) => `${count} gewählt`,
  insert: (count) => (count <= 1 ? 'Wählen' : `${count} wählen`),
  keys: 'Pfeiltasten bewegen, Leertaste wählt aus, Eingabe übernimmt',

  uploads: 'Uploads',
  uploadsLine: (done, all, failed) =>
    `${done} von ${files(all)} hochgeladen${failed > 0 ? `, ${failed} fehlgeschlagen` : ''}`,
  sameFile: 'Diese Datei ist schon da:',
  showSame: 'anzeigen',
  progressOf: (name) => `Upload von ${name}`,
  stages: {
    waiting: 'Wartet',
    sending: 'Wird hochgeladen',
    checking: 'Wird geprüft',
    processing: 'Wird verarbeitet',
    ready: 'Fertig',
    failed: 'Fehlgeschlagen',
    canceled: 'Abgebrochen',
  },
  againAttempt: (attempt) => `Verbindung unterbrochen, Versuch ${attempt}`,
  cancelOf: (name) => `Upload von ${name} abbrechen`,
  retryOf: (name) => `${name} erneut hochladen`,
  dismissOf: (name) => `${name} ausblenden`,
  dismissAll: 'Fertige Uploads ausblenden',
  interrupted: (count) =>
    count === 1
      ? '1 Upload wurde unterbrochen. Datei erneut wählen, um dort weiterzumachen.'
      : `${count} Uploads wurden unterbrochen. Dateien erneut wählen, um dort weiterzumachen.`,
  chooseAgain: 'Erneut wählen',
  forget: 'Verwerfen',
  problems: {
    empty: 'Diese Datei ist leer.',
    tooLarge: 'Diese Datei ist größer als 5 GB.',
    heic: 'Dieser Browser kann HEIC-Bilder nicht umwandeln. Als JPEG exportieren und dann hochladen.',
    notAccepted: 'Dieses Feld nimmt diese Art von Datei nicht an.',
    runs: 'HTML und Skripte werden nicht angenommen.',
    offline: 'Du bist offline. Versuche es erneut, sobald du verbunden bist.',
    notSent: 'Die Datei kam nicht an. Bitte erneut versuchen.',
  },

  failedAsset: 'Diese Datei ist nicht verwendbar',
  missing: 'Diese Datei gibt es nicht mehr',
  size: (width, height) => `${width} × ${height}`,
  noAlt: (language) => `Kein Alternativtext auf ${language}`,
  decorative: 'Dekorativ',
  decorativeHelp: 'Sagt nichts, was nicht schon im Text steht. Screenreader überspringen es.',
  altTextIn: (language) => `Alternativtext auf ${language}`,
  altHelp: 'Was das Bild zeigt. Gilt überall, wo es verwendet wird, und geht sofort live.',
  liveUses: (count, isOne) =>
    isOne
      ? '1 Eintrag auf der Website zeigt es; Änderungen gehen sofort live.'
      : `${count} Einträge auf der Website zeigen es; Änderungen gehen sofort live.`,
  shownLive: (count, isOne) =>
    isOne ? '1 Eintrag auf der Website zeigt es' : `${count} Einträge auf der Website zeigen es`,
  inDrafts: (count, isOne) => (isOne ? '1 Entwurf verwendet es' : `${count} Entwürfe verwenden es`),
  changeTitle: (name) => `${name} auf der Website ändern?`,
  replaceTitle: (name, file) => `${name} durch ${file} ersetzen?`,
  usedHelp: 'Die Änderung gilt überall, wo die Datei verwendet wird, auf der Website sofort.',
  editAlt: 'Alternativtext bearbeiten',
  replace: 'Ersetzen',
  removed: (name) => `${name} wurde entfernt`,
  add: 'Dateien hinzufügen',
  notSaved: 'Das wurde nicht gespeichert',
  textsAreLive: 'Das ist jetzt live.',

  crop: 'Zuschneiden',
  cropTitle: (name) => `${name} zuschneiden`,
  cropTab: 'Zuschnitt',
  cropHelp:
    'Rahmen oder Griffe ziehen, oder mit den Pfeiltasten bewegen. Das Original bleibt, wie es ist; wo das Bild live ist, gilt die Änderung sofort.',
  focusHelp: 'Anklicken, was sichtbar bleiben soll, oder den Punkt mit den Pfeiltasten bewegen.',
  focusPoint: 'Fokuspunkt',
  focusAt: (x, y) => `${x} von links, ${y} von oben`,
  aspect: 'Seitenverhältnis',
  aspectFree: 'Frei',
  cropHandles: {
    cropArea: 'Rahmen. Pfeiltasten bewegen ihn.',
    nwDragHandle: 'Ecke oben links',
    nDragHandle: 'Obere Kante',
    neDragHandle: 'Ecke oben rechts',
    eDragHandle: 'Rechte Kante',
    seDragHandle: 'Ecke unten rechts',
    sDragHandle: 'Untere Kante',
    swDragHandle: 'Ecke unten links',
    wDragHandle: 'Linke Kante',
  },
  wholePicture: 'Ganzes Bild anzeigen',
  resetFocus: 'Auf die Mitte zurücksetzen',
  notShown: 'Der Browser kann das Original dieses Bildes nicht anzeigen.',
};
