import type { Messages } from '../catalog.ts';

const counted = (count: number): string => (count === 1 ? '1 Eintrag' : `${count} Einträge`);

export const entries: Messages['entries'] = {
  notCreated: 'Der Eintrag wurde nicht angelegt',
  notDuplicated: 'Der Eintrag wurde nicht dupliziert',
  notDeleted: 'Der Eintrag wurde nicht gelöscht',
  notRestored: 'Der Eintrag wurde nicht wiederhergestellt',
  notUnpublished: 'Der Eintrag wurde nicht von der Website genommen',
  notPutBack: 'Der Eintrag wurde nicht zurück auf die Website gebracht',
  duplicated: 'Das ist die Kopie.',
  deleted: (title) => `„${title}“ liegt im Papierkorb.`,
  unpublished: 'Von der Website genommen.',
  restored: (title) => `„${title}“ ist wieder ein Entwurf.`,
  backLive: (title) => `„${title}“ ist wieder live, wie zuvor.`,
  publishUndone: 'Die Veröffentlichung ist rückgängig gemacht.',
  publishNotUndone: 'Die Veröffentlichung wurde nicht rückgängig gemacht',
  stillReferredTo: (count) =>
    count === 1
      ? '1 Eintrag auf der Website verweist noch darauf.'
      : `${count} Einträge auf der Website verweisen noch darauf.`,
  gone: 'Gelöschter Eintrag',
  live: 'Live',
  changed: 'Geändert',
  draft: 'Entwurf',
  outdated: 'veraltet',
  missing: 'Nicht begonnen',
  stateIn: (language, state) => `${language}: ${state}`,
  takeOff: 'Diesen Eintrag von der Website nehmen?',
  takeOffMany: (count) => `${counted(count)} von der Website nehmen?`,
  takeOffHelp: 'Die Entwürfe bleiben. Die Website wird ohne die gewählten Sprachen neu gebaut.',
  deleteTitle: (title) => `„${title}“ löschen?`,
  deleteMany: (count) => `${counted(count)} löschen?`,
  deleteHelp: 'Gelöschtes bleibt 30 Tage im Papierkorb. Die Meldung danach bietet „Rückgängig“ an.',
  leave: (count) => `${counted(count)} ${count === 1 ? 'verschwindet' : 'verschwinden'} von der Website`,
  stillRefer: (count) =>
    count === 1
      ? '1 Eintrag auf der Website verweist noch darauf'
      : `${count} Einträge auf der Website verweisen noch darauf`,
  draftsToo: (count) => (count === 1 ? '1 Entwurf wird gelöscht' : `${count} Entwürfe werden gelöscht`),
};
