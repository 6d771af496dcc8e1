import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from '../actor.ts';

/** Notes on a request while it's answered. */
export interface RequestRecord {
  /** The address, with names in place of ids; null when no route has it. */
  route: string | null;
  actor: Pick<Actor, 'type' | 'id'> | null;
  projectId: string | null;
  /** Statements sent to the database for it, and how long they took together. */
  queries: number;
  databaseMs: number;
}

const records = new AsyncLocalStorage<RequestRecord>();

/** Answers a request, with a record that everything below it can write to. */
export function recordRequest<Answer>(record: RequestRecord, answer: () => Answer): Answer {
  return records.run(record, answer);
}

/** The record of the request that the caller works for; undefined for background work. */
export function currentRecord(): RequestRecord | undefined {
  return records.getStore();
}

/** Notes which route answers. */
export function noteRoute(route: string): void {
  const record = records.getStore();
  if (record) record.route = route;
}

/** Notes who asks, and for which project: also of those who are refused then. */
export function noteCaller(actor: Actor, projectId: string | undefined): void {
  const record = records.getStore();
  if (!record) return;
  record.actor = { type: actor.type, id: actor.id };
  record.projectId = projectId ?? null;
}
