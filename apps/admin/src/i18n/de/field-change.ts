import type { fieldChange as en } from '../en/field-change.ts';

export const fieldChange: typeof en = {
  change: 'Feld ändern …',
  title: (count) => (count === 1 ? 'Ein Feld von 1 Eintrag ändern' : `Ein Feld von ${count} Einträgen ändern`),
  consequence: 'Die Entwürfe ändern sich. Nichts wird veröffentlicht.',
  choose: 'Feld auswählen',
  empty: 'Feld leeren',
  action: (count) => (count === 0 ? 'Ändern' : count === 1 ? '1 Eintrag ändern' : `${count} Einträge ändern`),
  changes: (count) => (count === 1 ? '1 Eintrag ändert sich' : `${count} Einträge ändern sich`),
  refused: (count) =>
    count === 1 ? '1 Eintrag lässt sich nicht ändern' : `${count} Einträge lassen sich nicht ändern`,
  same: 'Hat diesen Wert schon',
  absent: 'Hat keinen Inhalt in den gewählten Sprachen',
  conditional: 'Es ändert sich auch in Einträgen, die dieses Feld wegen seiner Bedingungen gerade nicht zeigen.',
  hidden: (field) => `„${field}“ lässt sich hier nicht bearbeiten`,
  hiddenHelp: 'Die anderen Werte des Eintrags blenden dieses Feld aus.',
  saved: (field) => `„${field}“ ist als Entwurf gespeichert.`,
  undone: (field) => `„${field}“ ist wieder wie vorher.`,
  notUndone: 'Die Änderung wurde nicht rückgängig gemacht',
};
