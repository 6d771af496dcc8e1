import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Schemas } from '../../content/schemas.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { ApiError } from '../../platform/errors.ts';
import { loadProjectLiveState } from '../live-state.store.ts';
import type { ProjectLiveState } from '../model.ts';
import { finishRestoration } from './finish-restoration.store.ts';

/** How long after a restoration began the rest of it does: the answer has left by then. */
const DELAY_MS = 50;

interface RestorationDependencies {
  readonly database: Database;
  readonly schemas: Schemas;
  readonly log: Logger;
}

/**
 * Finishes restorations. A restored snapshot is live at once, however much differs; ledger and entries follow. Whoever
 * needs them finishes first, in whichever process, so nobody sees them behind; a process that dies leaves the
 * work to the next.
 */
export class Restorations {
  readonly #deps: RestorationDependencies;
  readonly #running = new Map<string, Promise<void>>();
  readonly #delayed = new Set<Promise<void>>();

  constructor(deps: RestorationDependencies) {
    this.#deps = deps;
  }

  /**
   * Brings a project in line with what is live, if a restoration that has begun isn't finished.
   *
   * @throws ApiError `unavailable` when that fails; who comes next tries again
   */
  async finish(projectId: string): Promise<void> {
    try {
      // What is under way may be of an earlier restoration, whose answer is just coming.
      await this.#running.get(projectId);
      await this.#run(projectId);
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      this.#deps.log.error({ err: cause, projectId }, 'could not finish a restoration');
      throw new ApiError('unavailable', { cause, headers: { 'retry-after': '5' } });
    }
  }

  /** Finishes a restoration once its answer has left. */
  finishSoon(projectId: string): void {
    const delayed = setTimeout(DELAY_MS)
      .then(() => this.finish(projectId))
      .catch(() => undefined)
      .finally(() => this.#delayed.delete(delayed));
    this.#delayed.add(delayed);
  }

  /** Finishes those that weren't, because it failed or a process ended. A failure doesn't keep the others from it. */
  async finishAll(): Promise<void> {
    const projects = await this.#deps.database.prisma.project.findMany({
      where: { restoring: true },
      select: { id: true },
    });
    for (const { id } of projects) await this.finish(id).catch(() => undefined);
  }

  /** What is live in a project now, when no restoration is unfinished. @throws ApiError `project.not_found` */
  async loadLiveState(projectId: string): Promise<ProjectLiveState> {
    const { database, schemas } = this.#deps;
    for (;;) {
      const { restoring, ...project } = await loadProjectLiveState(database.pool, schemas, projectId);
      if (!restoring) return project;
      await this.finish(projectId);
    }
  }

  /** Waits for what is being finished, or soon will be. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#delayed, ...this.#running.values()]);
  }

  #run(projectId: string): Promise<void> {
    const { database, schemas } = this.#deps;
    const running =
      this.#running.get(projectId) ??
      finishRestoration(database, schemas, projectId).finally(() => {
        this.#running.delete(projectId);
      });
    this.#running.set(projectId, running);
    return running;
  }
}
