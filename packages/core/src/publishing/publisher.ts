import { AsyncLocalStorage } from 'node:async_hooks';
import { findCollection } from '@stele/schema';
import type { Pool } from 'pg';
import { Admission, PUBLISH_BOUNDS } from '../access/admission.ts';
import { readableIn } from '../access/permissions.ts';
import { valuesByLocale } from '../content/draft-values.ts';
import { changedPages, schemaHasPages } from '../content/live-pages.store.ts';
import {
  loadPublishDependencies,
  type PublishDependencies,
  withReadableTitles,
} from '../content/mentioned-content.store.ts';
import { mentionedAssetIds, mentionedIds, mentionsIn } from '../content/mentions.ts';
import { hasUniqueValues } from '../content/unique-values.ts';
import { loadEntries } from '../entries/entry.store.ts';
import type { EntryState } from '../entries/entry.ts';
import { takeBreak } from '../platform/breaks.ts';
import { inFlight } from '../platform/keep-answer.ts';
import { namedEntries } from './changes/change.ts';
import { interpret } from './changes/interpret.ts';
import type { Interpretation, ReadyChange } from './changes/interpretation.ts';
import { type GoLiveDependencies, goLive, type LiveWork, type Step } from './go-live.ts';
import { loadProjectLiveState } from './live-state.store.ts';
import { type ProjectLiveState, StateMoved } from './model.ts';
import { PathFollower } from './paths/follow-paths.ts';
import { type PublishCommand, Round } from './round.ts';
import { roundStep } from './round-step.ts';
import { Turns } from './turns.ts';

/** The most attempts of a round, when other processes or saves come first. */
const MAX_ATTEMPTS = 10;

/** Work that must not run at the same time as a round of the project. */
type Exclusive = () => Promise<void>;

interface Waiting {
  readonly command: PublishCommand;
  readonly interpretation: Interpretation;
  /** Runs work as part of the caller's request, to which its statements and steps are counted. */
  readonly asCaller: ReturnType<typeof AsyncLocalStorage.snapshot>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Prepared extends Waiting {
  readonly ready: ReadyChange;
}

interface Answered {
  readonly item: Waiting;
  readonly answer: unknown;
}

/**
 * Changes published content. The commands of a project queue up here: those that arrive while a snapshot is built go into the
 * next snapshot together. Commands are only in memory: one that isn't answered leaves no trace.
 */
export class Publisher {
  readonly #deps: GoLiveDependencies;
  readonly #queues = new Map<string, (Waiting | Exclusive)[]>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #turns: Turns;
  readonly #admission = new Admission(PUBLISH_BOUNDS);

  constructor(deps: GoLiveDependencies) {
    this.#deps = deps;
    this.#turns = new Turns(deps.database.pool);
  }

  /**
   * Carries out a change. When it resolves, the change is in the live snapshot.
   *
   * @throws ApiError why the change is refused, or `unavailable` when storage is down or too many changes wait; then nothing
   *   went live
   */
  submit<Answer>(command: PublishCommand<Answer>): Promise<Answer> {
    const { projectId } = command;
    return this.#admission.run(projectId, () => promiseAnswer(command, (waiting) => this.#enqueue(projectId, waiting)));
  }

  /** Refuses what is to be published once it's saved, before it's saved. @throws ApiError `unavailable` as `submit` does */
  assertPlace(projectId: string): void {
    this.#admission.assertPlace(projectId);
  }

  /**
   * The answer that a change would have. It's planned as by `submit`, but neither built nor written.
   *
   * @throws ApiError why the change is refused, or `unavailable` when the state keeps changing
   */
  dryRun<Answer>(command: PublishCommand<Answer>): Promise<Answer> {
    const { projectId } = command;
    return promiseAnswer(command, (waiting) => {
      const plan = async () => ({ answer: (await this.#plan(projectId, [waiting])).answers });
      goLive<readonly Answered[]>(this.#deps, { projectId, attempts: MAX_ATTEMPTS, plan }).then(
        (answers) => waiting.resolve(answers[0]?.answer),
        waiting.reject,
      );
    });
  }

  /**
   * Carries out work that isn't a change of single entries, between two rounds of a project. Other processes aren't blocked.
   *
   * @throws as the function `goLive` does
   */
  goLive<Answer>(work: LiveWork<Answer>): Promise<Answer> {
    return this.exclusively(work.projectId, () => goLive(this.#deps, work));
  }

  /** Runs something between two rounds of a project. */
  exclusively<Answer>(projectId: string, work: () => Promise<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.#enqueue(
        projectId,
        AsyncLocalStorage.bind(() => work().then(resolve, reject)),
      );
    });
  }

  /** Waits until nothing is being published. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  #enqueue(projectId: string, item: Waiting | Exclusive): void {
    const queue = this.#queues.get(projectId);
    if (queue) queue.push(item);
    else this.#queues.set(projectId, [item]);
    if (!this.#running.has(projectId)) this.#running.set(projectId, this.#drain(projectId));
  }

  async #drain(projectId: string): Promise<void> {
    // So that commands of the same turn of the event loop go into the same round.
    await new Promise((resolve) => setImmediate(resolve));
    while ((this.#queues.get(projectId) ?? []).length > 0) {
      const refusal = await this.#turns.take(projectId).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const batch = this.#queues.get(projectId) ?? [];
      this.#queues.delete(projectId);
      const { commands, later } = splitForRound(batch.filter((item) => typeof item !== 'function'));
      this.#queues.set(projectId, later);
      try {
        if (refusal) throw refusal.error;
        await commands[0]?.asCaller(() => this.#publish(projectId, commands));
      } catch (error) {
        for (const { reject } of commands) reject(error);
      }
      await this.#turns.end(projectId);
      for (const item of batch) if (typeof item === 'function') await item();
    }
    this.#queues.delete(projectId);
    this.#running.delete(projectId);
  }

  async #publish(projectId: string, batch: readonly Waiting[]): Promise<void> {
    let waiting = batch;
    const answers = await goLive<readonly Answered[]>(this.#deps, {
      projectId,
      attempts: MAX_ATTEMPTS,
      turns: this.#turns,
      plan: async () => {
        const planned = await this.#plan(projectId, waiting);
        waiting = planned.answers.map(({ item }) => item);
        return planned.round.changes.length === 0 ? { answer: planned.answers } : stepOf(planned);
      },
      lostKeys: (owners) => {
        waiting = rejectLostKeys(waiting, owners);
      },
    });
    for (const { item, answer } of answers) item.resolve(answer);
  }

  /** Plans a round on the current state. Refused commands, and those that change nothing, are answered at once. */
  async #plan(projectId: string, batch: readonly Waiting[]): Promise<{ round: Round; answers: Answered[] }> {
    const { database, schemas, clock } = this.#deps;
    const project = await loadProjectLiveState(database.pool, schemas, projectId);
    const { prepared, refused: unread } = await this.#read(batch, project);
    const ids = [...new Set(prepared.flatMap(({ ready }) => ready.entryIds))];
    const entries = await loadEntries(database.pool, projectId, ids);
    const dependencies = await loadDependencies(database.pool, project, prepared, entries);
    const now = clock.now();
    const round = new Round(project, entries, now);
    const follower = pathFollowerOf(this.#deps, round, prepared);
    const answers: Answered[] = [];
    const unqueued = [...unread];
    for (const item of prepared) {
      const { command, ready } = item;
      try {
        const before = round.entriesOf(ready.entryIds);
        const pages = follower ? changedPages(dependencies.pages, follower.changed) : dependencies.pages;
        const readable = withReadableTitles(readableIn(command.rights), { ...dependencies, pages });
        const state = { project, entries: before, dependencies: readable, now, by: command };
        const planned = await ready.plan(state);
        const { changes, following, moved, refused } = follower
          ? await follower.follow(item, before, planned)
          : { changes: round.work(item, before, planned.plans), following: [], moved: [], refused: planned.refused };
        const answer = command.answer({
          refused,
          moved,
          warnings: planned.warnings,
          changed: new Map(changes.map(({ after, plan }) => [after.id, [...plan.live.keys()]])),
          entries: new Map([...before, ...changes.map(({ after }) => [after.id, after] as const)]),
          publishedAt: changes.some(({ plan }) => plan.live.size > 0) ? round.publishedAt : null,
        });
        round.add([...changes, ...following]);
        if (ready.entryIds.some((id) => round.touches(id))) answers.push({ item, answer });
        else unqueued.push(() => item.resolve(answer));
      } catch (error) {
        if (error instanceof StateMoved) throw error;
        unqueued.push(() => item.reject(error));
      }
    }
    for (const one of unqueued) one();
    if (follower) round.pages = follower.changed;
    return { round, answers };
  }

  /** Reads what commands need. @returns the commands that could be read, and functions that reject the others */
  async #read(batch: readonly Waiting[], project: ProjectLiveState) {
    const { database, schemas } = this.#deps;
    const prepared: Prepared[] = [];
    const refused: (() => void)[] = [];
    const read = await Promise.allSettled(
      batch.map(({ command, interpretation }) => {
        const source = { pool: database.pool, schemas, reads: readableIn(command.rights), by: command.actor };
        return interpretation.read(source, project);
      }),
    );
    for (const [index, item] of batch.entries()) {
      const one = read[index];
      if (one?.status === 'fulfilled') prepared.push({ ...item, ready: one.value });
      else refused.push(() => item.reject(one?.reason));
    }
    return { prepared, refused };
  }
}

/** A promise of a command's answer. @param begin gets the command, with functions that settle the promise */
function promiseAnswer<Answer>(command: PublishCommand<Answer>, begin: (waiting: Waiting) => void): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const interpretation = interpret(command.change);
    const asCaller = AsyncLocalStorage.snapshot();
    begin({ command, interpretation, asCaller, resolve: (answer) => resolve(answer as Answer), reject });
  });
}

function stepOf({
  round,
  answers,
}: {
  round: Round;
  answers: readonly Answered[];
}): Promise<Step<readonly Answered[]>> {
  const kept = answers.flatMap(({ item, answer }) => {
    const pending = item.command.idempotency;
    return pending ? [{ pending, answer: { status: 200, location: null, body: answer } }] : [];
  });
  return roundStep(round, answers, kept);
}

/**
 * Splits waiting commands. A round takes the first one that reads alone, if any, and all others that don't name its entries.
 */
function splitForRound(waiting: readonly Waiting[]): { commands: readonly Waiting[]; later: Waiting[] } {
  const [first, ...later] = waiting.filter(({ interpretation }) => interpretation.readsAlone);
  const others = waiting.filter(({ interpretation }) => !interpretation.readsAlone);
  if (!first) return { commands: others, later };
  const taken = new Set(namedEntries(first.command.change));
  const isApart = ({ command }: Waiting): boolean => !namedEntries(command.change).some((id) => taken.has(id));
  return {
    commands: [first, ...others.filter(isApart)],
    later: [...later, ...others.filter((item) => !isApart(item))],
  };
}

/** The one who keeps pages where they belong; null where no collection says where its pages are. */
function pathFollowerOf(
  { database: { pool }, schemas }: GoLiveDependencies,
  round: Round,
  prepared: readonly Prepared[],
): PathFollower | null {
  const { schema } = round.project;
  const isNeeded = schemaHasPages(schema) || prepared.some(({ command }) => command.change.kind === 'repath');
  return schema && isNeeded ? new PathFollower({ pool, schemas }, round, schema) : null;
}

/** Loads the entries and assets that drafts mention, and the unique values that entries hold. */
async function loadDependencies(
  pool: Pool,
  { id, schema }: ProjectLiveState,
  prepared: readonly Prepared[],
  entries: ReadonlyMap<string, EntryState>,
): Promise<PublishDependencies> {
  const mentioned = new Set<string>();
  const assets = new Set<string>();
  const holders: string[] = [];
  const published = prepared.flatMap(({ interpretation, ready }) =>
    interpretation.reason === 'publish' ? ready.entryIds : [],
  );
  for (const entryId of new Set(published)) {
    await takeBreak();
    const entry = entries.get(entryId);
    if (!entry) continue;
    const collection = findCollection(schema, entry.collectionKey);
    const mentions = mentionsIn(collection, valuesByLocale(entry.drafts));
    for (const other of mentionedIds(mentions)) mentioned.add(other);
    for (const asset of mentionedAssetIds(mentions)) assets.add(asset);
    if (hasUniqueValues(collection)) holders.push(entryId);
  }
  return loadPublishDependencies(pool, id, {
    mentionedIds: [...mentioned],
    assetIds: [...assets],
    claimantIds: holders,
    pagedIds: schemaHasPages(schema) ? published : null,
  });
}

/** Refuses requests that lost their Idempotency-Keys. @returns the others */
function rejectLostKeys(waiting: readonly Waiting[], owners: ReadonlySet<string>): Waiting[] {
  return waiting.filter(({ command, reject }) => {
    const lost = command.idempotency !== null && owners.has(command.idempotency.owner);
    if (lost) reject(inFlight());
    return !lost;
  });
}
