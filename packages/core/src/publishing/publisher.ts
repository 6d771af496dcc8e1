import { findCollection } from '@stele/schema';
import { StorageUnavailableError } from '@stele/storage';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { mentionedAssetIds, mentionedIds, mentionsIn } from '../content/mentions.ts';
import { loadNeighbours, type Neighbours } from '../content/surroundings.store.ts';
import { hasUniqueValues } from '../content/unique-values.ts';
import { loadEntries } from '../entries/entry.store.ts';
import type { EntryState } from '../entries/entry.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/open-database.ts';
import { ApiError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { inFlight } from '../platform/keep-answer.ts';
import { buildSnapshot } from './build-snapshot.ts';
import { commitRound, KeysLost, snapshotExists } from './commit.store.ts';
import type { Outcome, ProjectLiveState, PublishCommand } from './model.ts';
import type { PointerMirrors } from './pointer-mirrors.ts';
import type { Restorations } from './restoration/restorations.ts';
import { Round } from './round.ts';
import type { SnapshotObjects } from './snapshot-objects.ts';
import { Turns } from './turns.ts';

/** How often a round is planned anew after another process, or a save, came first. */
const MAX_ATTEMPTS = 10;

/** Something that must have the project's live state for itself. */
interface Exclusive {
  readonly run: () => Promise<void>;
}

interface Waiting {
  readonly command: PublishCommand;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface PublisherDependencies {
  readonly database: Database;
  readonly objects: SnapshotObjects;
  readonly mirrors: PointerMirrors;
  readonly restorations: Restorations;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when a snapshot went live, for what is to be done beside the requests then. */
  onLive(): void;
}

/**
 * Changes what is live. Commands of a project queue up here; while one snapshot is built those that arrive wait, and
 * the next snapshot takes all of them along. A command lives in memory only: one that isn't answered leaves nothing.
 */
export class Publisher {
  readonly #deps: PublisherDependencies;
  readonly #queues = new Map<string, (Waiting | Exclusive)[]>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #turns: Turns;

  constructor(deps: PublisherDependencies) {
    this.#deps = deps;
    this.#turns = new Turns(deps.database.pool);
  }

  /**
   * Carries a command out; it's in the live snapshot when this resolves.
   *
   * @throws ApiError what the command's plan throws, or `unavailable` when storage is down; then nothing went live
   */
  submit<Answer>(command: PublishCommand<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#enqueue(command.projectId, { command, resolve: (answer) => resolve(answer as Answer), reject });
    });
  }

  /** Runs something between two rounds of a project; other processes aren't held up by it. */
  exclusively<Answer>(projectId: string, work: () => Promise<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#enqueue(projectId, { run: () => work().then(resolve, reject) });
    });
  }

  #enqueue(projectId: string, item: Waiting | Exclusive): void {
    const queue = this.#queues.get(projectId);
    if (queue) queue.push(item);
    else this.#queues.set(projectId, [item]);
    if (!this.#running.has(projectId)) this.#running.set(projectId, this.#drain(projectId));
  }

  /** Waits until nothing is being published. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  async #drain(projectId: string): Promise<void> {
    // Lets commands that arrive in the same turn of the event loop ride along.
    await new Promise((resolve) => setImmediate(resolve));
    while ((this.#queues.get(projectId) ?? []).length > 0) {
      // What comes while other processes have their turns rides along.
      const refusal = await this.#turns.take(projectId).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const batch = this.#queues.get(projectId) ?? [];
      this.#queues.delete(projectId);
      const { commands, later } = oneRound(batch.filter((item) => 'command' in item));
      this.#queues.set(projectId, later);
      try {
        if (refusal) throw refusal.error;
        if (commands.length > 0) await this.#publish(projectId, commands);
      } catch (error) {
        for (const { reject } of commands) reject(error);
      }
      await this.#turns.end(projectId);
      for (const item of batch) if ('run' in item) await item.run();
    }
    this.#queues.delete(projectId);
    this.#running.delete(projectId);
  }

  async #publish(projectId: string, batch: readonly Waiting[]): Promise<void> {
    let waiting = batch;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      if (attempt > 1) await this.#turns.take(projectId);
      const planned = await this.#plan(projectId, waiting);
      waiting = planned.waiting;
      if (planned.round.changes.length === 0) {
        settle(planned.answers);
        return;
      }
      try {
        if (await this.#goLive(planned.round, planned.answers)) {
          this.#turns.ended(projectId);
          this.#deps.onLive();
          await this.#deps.mirrors.update(projectId);
          settle(planned.answers);
          return;
        }
      } catch (error) {
        if (!(error instanceof KeysLost)) throw error;
        waiting = refuseLost(waiting, error);
      }
      this.#turns.share(projectId);
    }
    this.#deps.log.warn({ projectId, attempts: MAX_ATTEMPTS }, 'a publish kept losing against others');
    throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
  }

  /** Plans a round on the newest state. Refused commands are answered at once and leave the batch. */
  async #plan(projectId: string, batch: readonly Waiting[]) {
    const { database, restorations } = this.#deps;
    const project = await restorations.loadLiveState(projectId);
    const prepared = await prepareAll(batch, project);
    const ids = [...new Set(prepared.flatMap(({ command }) => command.entryIds))];
    const entries = await loadEntries(database.pool, projectId, ids);
    const neighbours = await neighboursOf(database.pool, project, [...entries.values()]);
    const round = new Round(project, entries, this.#deps.clock.now());
    const waiting: Waiting[] = [];
    const answers: PendingResult[] = [];
    for (const item of prepared) {
      const { command } = item;
      try {
        const before = round.entriesOf(command);
        const changes = round.work(command, before, command.plan(before, project, neighbours));
        const outcome: Outcome = {
          changed: new Set(changes.map(({ after }) => after.id)),
          entries: new Map([...before, ...changes.map(({ after }) => [after.id, after] as const)]),
          publishedAt: changes.some(({ plan }) => plan.live.size > 0) ? round.publishedAt : null,
        };
        const result = { item, answer: command.answer(outcome, project) };
        round.add(changes);
        if (command.entryIds.some((id) => round.touches(id))) {
          waiting.push(item);
          answers.push(result);
        } else item.resolve(result.answer);
      } catch (error) {
        item.reject(error);
      }
    }
    return { round, waiting, answers };
  }

  /**
   * Builds and commits.
   *
   * @returns false when the state moved and the round must be planned again
   * @throws KeysLost
   */
  async #goLive(round: Round, results: readonly PendingResult[]): Promise<boolean> {
    const { database, objects } = this.#deps;

    const content = round.snapshotContent();
    const snapshot =
      content.changes.length > 0
        ? await buildSnapshot(content, newId('snapshot'), { objects, pool: database.pool }).catch((cause: unknown) => {
            if (cause instanceof StorageUnavailableError) throw new ApiError('unavailable', { cause });
            throw cause;
          })
        : null;
    const answers = results.flatMap(({ item, answer }) => {
      const pending = item.command.idempotency;
      return pending ? [{ pending, answer: { status: 200, location: null, body: answer } }] : [];
    });
    const committed = await commitRound(database.pool, round, snapshot, answers, this.#turns).catch(
      async (error: unknown) => {
        // The connection may have broken after the commit was carried out: then what it wrote says so.
        if (snapshot && (await snapshotExists(database.pool, snapshot.id))) return true;
        throw error;
      },
    );
    if (committed) {
      for (const { item } of results) if (item.command.idempotency) item.command.idempotency.stored = true;
    }
    return committed;
  }
}

interface PendingResult {
  readonly item: Waiting;
  readonly answer: unknown;
}

/**
 * What one round takes along of the commands that wait: of those that prepare, the first one, before all others that change
 * other entries.
 */
function oneRound(waiting: readonly Waiting[]): { commands: readonly Waiting[]; later: Waiting[] } {
  const [first, ...later] = waiting.filter(({ command }) => command.prepare);
  const others = waiting.filter(({ command }) => !command.prepare);
  if (!first) return { commands: others, later };
  const taken = new Set(first.command.entryIds);
  const isApart = ({ command }: Waiting): boolean => !command.entryIds.some((id) => taken.has(id));
  return {
    commands: [first, ...others.filter(isApart)],
    later: [...later, ...others.filter((item) => !isApart(item))],
  };
}

/** Lets commands read what they need. @returns those that could; the others are refused */
async function prepareAll(batch: readonly Waiting[], project: ProjectLiveState): Promise<Waiting[]> {
  const prepared: Waiting[] = [];
  for (const item of batch) {
    try {
      await item.command.prepare?.(project);
      prepared.push(item);
    } catch (error) {
      item.reject(error);
    }
  }
  return prepared;
}

/** What the drafts of some entries have to do with other entries, and with assets. */
function neighboursOf(
  pool: Pool,
  { id, schema }: ProjectLiveState,
  entries: readonly EntryState[],
): Promise<Neighbours> {
  const mentioned = new Set<string>();
  const assets = new Set<string>();
  const holders: string[] = [];
  for (const { id: entryId, collectionKey, drafts } of entries) {
    const collection = findCollection(schema, collectionKey);
    const values = [...drafts].map(([locale, draft]) => [locale, draft.values] as const);
    const mentions = mentionsIn(collection, values);
    for (const other of mentionedIds(mentions)) mentioned.add(other);
    for (const asset of mentionedAssetIds(mentions)) assets.add(asset);
    if (hasUniqueValues(collection)) holders.push(entryId);
  }
  return loadNeighbours(pool, id, { mentionedIds: [...mentioned], assetIds: [...assets], holderIds: holders });
}

/** Refuses requests that lost their Idempotency-Keys. @returns the others */
function refuseLost(waiting: readonly Waiting[], { owners }: KeysLost): Waiting[] {
  return waiting.filter(({ command, reject }) => {
    const lost = command.idempotency !== null && owners.has(command.idempotency.owner);
    if (lost) reject(inFlight());
    return !lost;
  });
}

function settle(results: readonly PendingResult[]): void {
  for (const { item, answer } of results) item.resolve(answer);
}
