import type { Messages } from '../catalog.ts';

export const changes: Messages['changes'] = {
  empty: 'leer',
  yes: 'ja',
  no: 'nein',
  added: 'Neu',
  removed: 'Entfernt',
  changed: 'Geändert',
  moved: 'Verschoben',
  unchangedRows: (count) => (count === 1 ? '1 unverändert' : `${count} unverändert`),
  missingFile: 'Eine Datei, die es nicht mehr gibt',
  sameText: 'Nur die Formatierung hat sich geändert.',
};
