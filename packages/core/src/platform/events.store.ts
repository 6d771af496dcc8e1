import { type Connection, execute, type Sql, sql } from './database/sql.ts';
import { type Declared, exactDeclarer } from './declared.ts';

/** Who is told of a kind of event that no action of the audit log leads to. */
export interface EventFacts {
  /** Webhooks that ask for the kind. */
  readonly webhooks?: true;
  readonly streamed?: true;
}

/** Declares kinds of events, as noun.past-participle. */
export const declareEvents = exactDeclarer<EventFacts>();

/** Rules for all events of a noun. */
export interface EventsOfNoun {
  /** The field of webhooks' messages that has the id of the event's subject. */
  readonly subject?: string;
  /** Whether streams of tokens leave the events out. */
  readonly forPeopleOnly?: true;
  /** Whether the events name the collection of an entry, and are only for people and programs that may read this collection. */
  readonly aboutEntries?: true;
}

/** Who gets which events, as all features say. */
export interface EventRules {
  /** The kinds that webhooks can get. */
  readonly webhookKinds: readonly string[];
  /** The kinds of the outbox that are streamed. */
  readonly streamedKinds: readonly string[];
  /** Action of the audit log → type of the event that streams get. */
  readonly typesByAction: Readonly<Record<string, string>>;
  /** By the noun that a kind begins with. */
  readonly nouns: Readonly<Record<string, EventsOfNoun>>;
}

/** The rules for events of a kind. */
export function rulesOf({ nouns }: EventRules, kind: string): EventsOfNoun {
  return nouns[kind.split('.')[0] ?? ''] ?? {};
}

/** The event that tells a person, the subject, that their inbox has changed. No one else gets it, and no webhook. */
export const INBOX_CHANGED = 'inbox.changed';

/** Something that happened. */
export interface OutboxEvent {
  readonly kind: Declared<EventFacts>;
  /** Id of what it happened to. */
  readonly subjectId: string;
  /** Ids, versions, locales and who did it; no values. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A row of the outbox. */
export interface OutboxRow {
  readonly project_id: string;
  readonly kind: string;
  readonly subject_id: string;
  readonly data: object;
  readonly created_at: Date;
}

/** The row of an event. */
export function outboxRow(projectId: string, at: Date, { kind, subjectId, data }: OutboxEvent): OutboxRow {
  return { project_id: projectId, kind: kind.name, subject_id: subjectId, data, created_at: at };
}

/**
 * Statement that puts events into the outbox, in the transaction that they report, so that none is lost and none is wrong. A
 * trigger of the database schedules their webhooks.
 *
 * @param condition on an event `e`, such as that its `subject_id` was written
 */
export function insertEvents(rows: readonly OutboxRow[], condition: Sql = sql`true`): Sql {
  return insertEventsFrom(sql`SELECT e.project_id, e.kind, e.subject_id, e.data, e.created_at
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS (project_id text, kind text, subject_id text, data jsonb, created_at timestamptz))
      WITH ORDINALITY AS e(project_id, kind, subject_id, data, created_at, place) WHERE ${condition} ORDER BY e.place`);
}

/**
 * The same for events from a query. No other code writes events.
 *
 * @param rows a query for project, kind, subject, data and time
 */
export function insertEventsFrom(rows: Sql): Sql {
  return sql`INSERT INTO events (project_id, kind, subject_id, data, created_at) ${rows}`;
}

/** Puts events into the outbox, in the transaction that they report. */
export async function recordEvents(
  client: Connection,
  projectId: string,
  at: Date,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (events.length > 0) await execute(client, insertEvents(events.map((event) => outboxRow(projectId, at, event))));
}
