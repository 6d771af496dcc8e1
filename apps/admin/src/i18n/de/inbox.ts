import type { inbox as english } from '../en/inbox.ts';

export const inbox: typeof english = {
  title: 'Eingang',
  lead: 'Was andere von dir möchten, und was sie geantwortet haben.',
  show: 'Zeigen',
  filters: { all: 'Alles', unread: 'Ungelesen', mentions: 'Erwähnungen', assigned: 'Zugewiesen' },
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
  nothingHelp: 'Wenn dich jemand erwähnt oder dir antwortet, findest du es hier.',
  earlier: 'Frühere',
};
