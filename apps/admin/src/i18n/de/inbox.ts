import type { inbox as english } from '../en/inbox.ts';

export const inbox: typeof english = {
  title: 'Eingang',
  lead: 'Was andere von dir möchten, was sie geantwortet und entschieden haben, und was fällig ist.',
  show: 'Zeigen',
  filters: {
    all: 'Alles',
    unread: 'Ungelesen',
    mentions: 'Erwähnungen',
    comments: 'Kommentare',
    assigned: 'Mir zugewiesen',
    reviews: 'Prüfungen',
  },
  markAll: 'Alles als gelesen markieren',
  markRead: 'Als gelesen markieren',
  notMarked: 'Nicht als gelesen markiert',
  unread: 'Ungelesen',
  kinds: {
    mention: (who, title) => `${who} hat dich in „${title}“ erwähnt`,
    reply: (who, title) => `${who} hat in „${title}“ geantwortet`,
    comment: (who, title) => `${who} hat „${title}“ kommentiert`,
    assigned: (who, title) => `${who} hat dir „${title}“ zugewiesen`,
    review_requested: (who, title) => `${who} bittet dich, „${title}“ zu prüfen`,
    review_decided: (who, title) => `${who} hat „${title}“ geprüft`,
    due: (_who, title) => `„${title}“ ist fällig`,
  },
  nothing: 'Hier ist nichts',
  nothingHelp:
    'Hier findest du, wenn dich jemand erwähnt, dir antwortet, dir einen Eintrag zuweist oder dich um Prüfung bittet.',
  earlier: 'Frühere',
};
