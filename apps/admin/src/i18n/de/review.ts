import type { review as en } from '../en/review.ts';

export const review: typeof en = {
  title: 'Prüfung',
  stateIs: (state) => `Stand: ${state}`,
  assignedTo: 'Zuständig',
  isAssignedTo: (name) => `zuständig: ${name}`,
  noOne: 'Niemand',
  me: (name) => `${name} (ich)`,
  due: 'Fällig',
  isDue: (day) => `fällig am ${day}`,
  overdue: 'Überfällig',
  note: 'Notiz',
  noteHelp: 'Was sollen die anderen wissen?',
  moveTo: (state) => `Nach „${state}“ verschieben`,
  moved: (state) => `Jetzt im Stand ${state}.`,
  notMoved: 'Der Stand hat sich nicht geändert.',
  notSaved: 'Nicht gespeichert.',
  movedBy: 'In diesen Stand gebracht von',
  another: 'Die letzte Änderung ist von dir. Jemand anderes muss sie freigeben.',
  notYours: (state) => `Mit deiner Rolle kannst du Einträge nicht in den Stand ${state} bringen.`,
  needs: (state) => `Diese Änderungen lassen sich veröffentlichen, sobald der Eintrag im Stand ${state} ist.`,
  needsAnother: (state) =>
    `Diese Änderungen lassen sich veröffentlichen, sobald eine andere Person als die, die sie gemacht hat, den Eintrag in den Stand ${state} bringt.`,
  ask: 'Um Prüfung bitten',
  anyState: 'Jeder Stand',
  anyone: 'Zuständig: alle',
  mine: 'Zuständig: ich',
};
