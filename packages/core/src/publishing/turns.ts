import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Queryable } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import { endTurn, takeTurn } from './turns.store.ts';

/** After a round that others undid, turns are taken for so long. */
const SHARED_MS = 10_000;
/** Longer than the turns of several processes that were killed. */
const LONGEST_WAIT_MS = 30_000;
const LONGEST_PAUSE_MS = 25;

/**
 * Has processes that publish into one project do so in turn. A process that publishes alone asks for no turn: only where
 * another one came first it does, for a while, and the other one notices that when it's to commit.
 */
export class Turns {
  readonly #pool: Queryable;
  /** Names this process. */
  readonly owner: string = randomUUID();
  /** Project → until when turns are taken. */
  readonly #shared = new Map<string, number>();
  readonly #held = new Set<string>();

  constructor(pool: Queryable) {
    this.#pool = pool;
  }

  /** Says that somebody else changed what is live in a project, or has the turn. */
  share(projectId: string): void {
    this.#shared.set(projectId, performance.now() + SHARED_MS);
  }

  /** Waits for the turn, where others publish too. @throws ApiError `unavailable` when it doesn't come */
  async take(projectId: string): Promise<void> {
    if ((this.#shared.get(projectId) ?? 0) < performance.now()) {
      this.#shared.delete(projectId);
      return;
    }
    const start = performance.now();
    while (!(await takeTurn(this.#pool, projectId, this.owner))) {
      const waited = performance.now() - start;
      if (waited > LONGEST_WAIT_MS) throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
      await setTimeout(Math.min(LONGEST_PAUSE_MS, 4 + waited / 6));
    }
    this.#held.add(projectId);
  }

  isHeld(projectId: string): boolean {
    return this.#held.has(projectId);
  }

  /** Says that the turn has ended with the transaction of its round. */
  ended(projectId: string): void {
    this.#held.delete(projectId);
  }

  /** Ends the turn, if this process has it; should that fail, it ends by its time. */
  async end(projectId: string): Promise<void> {
    if (this.#held.delete(projectId)) await endTurn(this.#pool, projectId, this.owner).catch(() => undefined);
  }
}
