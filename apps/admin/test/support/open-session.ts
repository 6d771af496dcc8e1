import type { FieldDocument } from '@stele/schema';
import { EditSession } from '../../src/editor/session/edit-session.ts';
import type { Values } from '../../src/values/values.ts';

/** An edit session whose saves are never answered, and whose timers never fire. */
export function openSession(fields: readonly FieldDocument[], values: Values): EditSession {
  return new EditSession(
    { version: 1, values },
    {
      save: () => new Promise(() => undefined),
      read: () => new Promise(() => undefined),
      fields: () => fields,
      collect: () => undefined,
      failureOf: () => ({ status: 0, code: 'offline', message: '', details: [], requestId: null }),
      journal: {
        read: async () => null,
        write: async () => undefined,
        writeAtOnce: () => undefined,
        clear: async () => undefined,
        release: () => undefined,
      },
      now: () => 0,
      later: () => () => undefined,
    },
  );
}
