import type { machine as english } from '../en/machine.ts';

/** Words of machine translation, in German. */
export const machine: typeof english = {
  service: 'Übersetzungsdienst',
  serviceHelp:
    'Texte gehen nur an ihn, wenn jemand einen Eintrag übersetzen lässt. Übersetzungen sind Entwürfe, die zu prüfen sind.',
  kind: 'Dienst',
  kinds: { none: 'Keiner', deepl: 'DeepL', openai: 'Sprachmodell mit der API von OpenAI' },
  key: 'Schlüssel',
  keyKept: 'Lass das Feld leer, um den Schlüssel zu behalten.',
  giveKey: 'Gib den Schlüssel ein.',
  address: 'Adresse',
  addressHelp: 'Zum Beispiel https://api.openai.com/v1',
  giveAddress: 'Gib die Adresse ein.',
  model: 'Modell',
  giveModel: 'Gib den Namen des Modells ein.',
  glossary: 'Glossar',
  glossaryOf: (language) => `Glossar: ${language}`,
  glossaryHelp:
    'Ein Begriff pro Zeile, zum Beispiel: draft = Entwurf. Du kannst auch zwei Spalten einer Tabelle einfügen.',
  glossaryChanged:
    'Inzwischen hat jemand anders das Glossar geändert. Übernimm, was du davon brauchst: Wenn du noch einmal speicherst, gilt deines.',
  glossaryNow: 'Was jetzt darin steht',
  terms: 'Begriffe',
  badLine: (line) => `Zeile ${line} ist kein Begriff mit einer Übersetzung.`,
  translate: 'Maschinell übersetzen',
  translated: (count) => (count === 1 ? '1 Feld übersetzt. Prüfe es.' : `${count} Felder übersetzt. Prüfe sie.`),
  left: (fields) => `Nicht übersetzt, weil Auszeichnungen im Text verloren gingen: ${fields}`,
  same: (fields) => `Die Übersetzung sagt schon dasselbe: ${fields}`,
  kept: (fields) => `Veraltet, aber von Menschen geschrieben: ${fields}`,
  manyTitle: (count) => (count === 1 ? '1 Eintrag übersetzen?' : `${count} Einträge übersetzen?`),
  missingTitle: (language) => `Fehlendes übersetzen: ${language}`,
  manyHelp:
    'Leere Felder und veraltete maschinelle Übersetzungen werden übersetzt, als Entwürfe zum Prüfen. Was Menschen geschrieben oder geprüft haben, bleibt. Es geht weiter, wenn du diese Seite verlässt.',
  replaceWritten: 'Auch veraltete Texte ersetzen, die Menschen geschrieben oder geprüft haben',
  translateMissing: 'Fehlendes übersetzen',
  running: (language, done, total) => `Übersetzung in ${language}: ${done} von ${total}`,
  undoing: (done, total) => `Wird rückgängig gemacht: ${done} von ${total}`,
  undone: (count, kept) =>
    `${count === 1 ? 'In 1 Eintrag rückgängig gemacht.' : `In ${count} Einträgen rückgängig gemacht.`}${
      kept === 0 ? '' : ` So geblieben, weil jemand sie seitdem geändert oder geprüft hat: ${kept}.`
    }`,
  cancelled: (count, waiting) =>
    `Angehalten: ${count === 1 ? '1 Eintrag ist' : `${count} Einträge sind`} übersetzt, ${waiting} nicht.`,
  checkThem: 'Zeigen, was zu prüfen ist',
  manyDone: (count) =>
    count === 0
      ? 'Nichts wurde übersetzt.'
      : count === 1
        ? '1 Eintrag übersetzt. Prüfe ihn.'
        : `${count} Einträge übersetzt. Prüfe sie.`,
  manyLeft: (count) => `Übersprungen oder unvollständig: ${count}`,
  firstOfLeft: (count) => `Das sind die ersten ${count}.`,
  replaceTitle: (count) => (count === 1 ? '1 Text ersetzen?' : `${count} Texte ersetzen?`),
  replaceHelp:
    'Diese Texte haben Menschen geschrieben oder geprüft, und seitdem hat sich die Quelle geändert. Im Verlauf bleiben sie erhalten.',
  replace: 'Durch maschinelle Übersetzung ersetzen',
  replaced: 'Was ersetzt würde',
  stop: 'Anhalten',
  runs: 'Sammelübersetzungen',
  runStates: {
    running: 'läuft',
    done: 'fertig',
    stopped: 'durch einen Fehler beendet',
    cancelled: 'angehalten',
    undoing: 'wird rückgängig gemacht',
    undone: 'rückgängig gemacht',
  },
  showRun: 'Zeigen',
  showRunIn: (language, person, ago) => `Übersetzung in ${language} von ${person} zeigen, ${ago}`,
  notYours: (person) => `Anhalten und rückgängig machen kann sie nur ${person}, oder wer das Projekt ändern darf.`,
  nothing: 'Nichts ist leer oder veraltet.',
  notTranslated: 'Die Übersetzung hat nicht geklappt',
  unsaved: 'Manche Änderungen konnten noch nicht gespeichert werden. Speichere sie zuerst.',
  toCheck: (count) =>
    count === 1 ? '1 Feld wurde maschinell übersetzt.' : `${count} Felder wurden maschinell übersetzt.`,
  checked: 'Alle als geprüft markieren',
  unchecked: (count) =>
    count === 1
      ? 'In 1 davon sind maschinell übersetzte Texte noch nicht geprüft'
      : `In ${count} davon sind maschinell übersetzte Texte noch nicht geprüft`,
  notChecked: 'Das Markieren hat nicht geklappt',
};
