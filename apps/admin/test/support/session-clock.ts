import type { FieldDocument } from '@stele/schema';
import type { ApiFailure } from '../../src/api/errors.ts';
import { EditSession } from '../../src/editor/session/edit-session.ts';
import type { JournalRecord } from '../../src/editor/session/journal.ts';
import type { SavedDraft } from '../../src/editor/session/session-view.ts';
import { merge, type Values } from '../../src/values/values.ts';

/** A server that merges saves, and a connection to it that can fail. */
export class Server {
  draft: SavedDraft = { version: 1, values: { en: { title: 'one', body: 'text' } } };
  history = new Map<number, Values>([[1, this.draft.values]]);
  failing: ApiFailure | null = null;
  /** A value that it refuses in English. */
  refused: { readonly field: string; readonly value: string; readonly status?: 400 | 403 } | null = null;
  saves: Values[] = [];
  /** Values that were saved as versions of their own. */
  kept: Values[] = [];
  gate: Promise<void> | null = null;
  /** Whether it stores what it's sent, and the answer gets lost. */
  isAnswerLost = false;
  readonly #fields: readonly FieldDocument[];

  constructor(fields: readonly FieldDocument[]) {
    this.#fields = fields;
  }

  async save(
    values: Record<string, Record<string, unknown> | null>,
    baseVersion: number,
    isAutomatic: boolean,
  ): Promise<SavedDraft> {
    await this.gate;
    if (this.failing) throw this.failing;
    const { field, value, status = 400 } = this.refused ?? {};
    if (field && values.en?.[field] === value) {
      const code = status === 400 ? 'validation_failed' : 'auth.insufficient_role';
      throw failure(status, code, [{ path: ['values', 'en', field], message: 'No.' }]);
    }
    const base = this.history.get(baseVersion) ?? {};
    let mine = base;
    for (const [locale, own] of Object.entries(values as Values))
      mine = { ...mine, [locale]: { ...mine[locale], ...own } };
    const merged = merge(this.#fields, base, mine, this.draft.values);
    if (merged.conflicts.length > 0) throw failure(409, 'entry.version_conflict');
    this.saves.push(values as Values);
    if (!isAutomatic) this.kept.push(merged.values);
    const saved = this.write(merged.values);
    if (this.isAnswerLost) throw failure(0, 'offline');
    return saved;
  }

  write(values: Values): SavedDraft {
    this.draft = { version: this.draft.version + 1, values };
    this.history.set(this.draft.version, values);
    return this.draft;
  }
}

export function failure(status: number, code: string, details: ApiFailure['details'] = []): ApiFailure {
  return { status, code, message: code, details, requestId: null };
}

/** Time that passes when it's told to, and sessions of people who edit one entry in it. */
export class SessionClock {
  now = 0;
  timers: { at: number; run: () => void }[] = [];
  /** Collects the values that controls hold back. */
  collect = (): void => undefined;

  /** Opens a session. @param journal where it keeps what isn't saved */
  open(server: Server, fields: readonly FieldDocument[], journal: { record: JournalRecord | null }): EditSession {
    return new EditSession(server.draft, {
      save: (values, base, isAutomatic) => server.save(values, base, isAutomatic),
      fields: () => fields,
      read: async () => {
        if (server.failing) throw server.failing;
        return server.draft;
      },
      collect: () => this.collect(),
      failureOf: (thrown) => thrown as ApiFailure,
      journal: {
        read: async () => journal.record && { record: journal.record, forget: async () => undefined },
        write: async (next) => {
          journal.record = next;
        },
        writeAtOnce: (next) => {
          journal.record = next;
        },
        clear: async () => {
          journal.record = null;
        },
        release: () => undefined,
      },
      now: () => this.now,
      later: (ms, run) => {
        const timer = { at: this.now + ms, run };
        this.timers.push(timer);
        return () => {
          this.timers = this.timers.filter((one) => one !== timer);
        };
      },
    });
  }

  /** Lets time pass, and what's due happen. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      await settle();
      const due = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.now = due.at;
      this.timers = this.timers.filter((one) => one !== due);
      due.run();
    }
    this.now = end;
    await settle();
  }
}

/** Has promises that are due go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
