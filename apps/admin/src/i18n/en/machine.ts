/** Words of machine translation: the service, glossaries, and what's in the editor. */
export const machine = {
  service: 'Translation service',
  serviceHelp: 'Texts are sent to it only when someone translates an entry. Translations are drafts to check.',
  kind: 'Service',
  kinds: { none: 'None', deepl: 'DeepL', openai: 'Language model with the API of OpenAI' },
  key: 'Key',
  keyKept: 'Leave empty to keep the key.',
  giveKey: 'Enter the key.',
  address: 'Address',
  addressHelp: 'Such as https://api.openai.com/v1',
  giveAddress: 'Enter the address.',
  model: 'Model',
  giveModel: 'Enter the name of the model.',
  glossary: 'Glossary',
  glossaryOf: (language: string) => `Glossary: ${language}`,
  glossaryHelp: 'A term on each line, such as: draft = Entwurf. You can also paste two columns of a spreadsheet.',
  glossaryChanged:
    'Someone else changed the glossary meanwhile. Copy what you need of theirs: if you save again, yours replaces it.',
  glossaryNow: 'What it says now',
  terms: 'Terms',
  badLine: (line: number) => `Line ${line} is no term with a translation.`,
  translate: 'Translate by machine',
  translated: (count: number) =>
    count === 1 ? 'Translated 1 field. Check it.' : `Translated ${count} fields. Check them.`,
  left: (fields: string) => `Not translated, because what is marked in the text got lost: ${fields}`,
  same: (fields: string) => `The translation says the same already: ${fields}`,
  kept: (fields: string) => `Outdated, but written by people: ${fields}`,
  manyTitle: (count: number) => (count === 1 ? 'Translate 1 entry?' : `Translate ${count} entries?`),
  missingTitle: (language: string) => `Translate missing: ${language}`,
  manyHelp:
    'Empty fields and outdated machine translations are translated, as drafts to check. Texts that people wrote or checked stay. It goes on when you leave this page.',
  replaceWritten: 'Also replace outdated texts that people wrote or checked',
  translateMissing: 'Translate missing',
  running: (language: string, done: number, total: number) => `Translating into ${language}: ${done} of ${total}`,
  undoing: (done: number, total: number) => `Undoing: ${done} of ${total}`,
  undone: (count: number, kept: number) =>
    `${count === 1 ? 'Undone in 1 entry.' : `Undone in ${count} entries.`}${
      kept === 0 ? '' : ` Left as they are, because someone changed or checked them since: ${kept}.`
    }`,
  cancelled: (count: number, waiting: number) =>
    `${count === 1 ? 'Stopped: 1 entry was translated' : `Stopped: ${count} entries were translated`}, ${waiting} ${waiting === 1 ? 'was' : 'were'} not.`,
  checkThem: 'Show what is to be checked',
  manyDone: (count: number) =>
    count === 0
      ? 'Nothing was translated.'
      : count === 1
        ? 'Translated 1 entry. Check it.'
        : `Translated ${count} entries. Check them.`,
  manyLeft: (count: number) => `Skipped or incomplete: ${count}`,
  firstOfLeft: (count: number) => `These are the first ${count}.`,
  replaceTitle: (count: number) => (count === 1 ? 'Replace 1 text?' : `Replace ${count} texts?`),
  replaceHelp: 'People wrote or checked these texts, and their source has changed since. The history keeps them.',
  replace: 'Replace by a machine translation',
  replaced: 'What would be replaced',
  stop: 'Stop',
  runs: 'Bulk translations',
  runStates: {
    running: 'under way',
    done: 'done',
    stopped: 'stopped by an error',
    cancelled: 'stopped',
    undoing: 'being undone',
    undone: 'undone',
  },
  showRun: 'Show',
  showRunIn: (language: string, person: string, ago: string) =>
    `Show the translation into ${language} by ${person}, ${ago}`,
  notYours: (person: string) => `Only ${person}, and those who may change the project, can stop or undo it.`,
  nothing: 'Nothing is empty or outdated.',
  notTranslated: 'Could not translate',
  unsaved: 'Some changes could not be saved yet. Save them first.',
  toCheck: (count: number) =>
    count === 1 ? '1 field was translated by machine.' : `${count} fields were translated by machine.`,
  checked: 'Mark all as checked',
  unchecked: (count: number) =>
    count === 1
      ? 'In 1 of them, no one has checked texts that a machine translated'
      : `In ${count} of them, no one has checked texts that a machine translated`,
  notChecked: 'Could not mark as checked',
};
