import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Queryable } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import { endTurn, takeTurn } from './turns.store.ts';

/** How long processes take turns after another process came first. */
const SHARED_MS = 10_000;
/** Longer than several turns of processes that were killed. */
const LONGEST_WAIT_MS = 30_000;
const LONGEST_PAUSE_MS = 25;

/**
 * Makes processes that publish into the same project take turns. A process that publishes alone takes no turns. When it sees
 * that another process came first, it takes turns for a while; the other one notices when it commits.
 */
export class Turns {
  readonly #pool: Queryable;
  /** Names this process. */
  readonly owner: string = randomUUID();
  /** Project → until when this process takes turns. */
  readonly #shared = new Map<string, number>();
  readonly #held = new Set<string>();

  constructor(pool: Queryable) {
    this.#pool = pool;
  }

  /** Call this when another process has published into a project, or has the turn. */
  share(projectId: string): void {
    this.#shared.set(projectId, performance.now() + SHARED_MS);
  }

  /** Waits for the turn, if others publish too. @throws ApiError `unavailable` when it takes too long */
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

  /** Call this when the transaction of a round has ended the turn. */
  ended(projectId: string): void {
    this.#held.delete(projectId);
  }

  /** Ends the turn, if this process has it. If that fails, the turn times out. */
  async end(projectId: string): Promise<void> {
    if (this.#held.delete(projectId)) await endTurn(this.#pool, projectId, this.owner).catch(() => undefined);
  }
}
