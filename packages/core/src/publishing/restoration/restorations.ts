import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Schemas } from '../../content/schemas.ts';
import type { Database } from '../../database/open-database.ts';
import { loadProjectLiveState } from '../live-state.store.ts';
import type { ProjectLiveState } from '../model.ts';
import { finishRestoration } from './finish-restoration.store.ts';

/** How long after a restoration's answer the rest begins: the answer has left by then. */
const DELAY_MS = 20;

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

  constructor(deps: RestorationDependencies) {
    this.#deps = deps;
  }

  /** Brings a project in line with what is live, if a restoration isn't finished; joins one that's being finished. */
  finish(projectId: string): Promise<void> {
    return this.#start(projectId, 0);
  }

  /** Finishes a restoration once its answer has left. A failure is logged: who comes next tries again. */
  finishSoon(projectId: string): void {
    this.#start(projectId, DELAY_MS).catch((err: unknown) => {
      this.#deps.log.error({ err, projectId }, 'could not finish a restoration');
    });
  }

  /** Finishes those that processes left which are gone. */
  async finishAll(): Promise<void> {
    const projects = await this.#deps.database.prisma.project.findMany({
      where: { restoring: true },
      select: { id: true },
    });
    for (const { id } of projects) await this.finish(id);
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

  /** Waits for what is being finished. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  #start(projectId: string, delayMs: number): Promise<void> {
    const { database, schemas } = this.#deps;
    const work = async (): Promise<void> => {
      if (delayMs > 0) await setTimeout(delayMs);
      await finishRestoration(database, schemas, projectId);
    };
    const running = this.#running.get(projectId) ?? work().finally(() => this.#running.delete(projectId));
    this.#running.set(projectId, running);
    return running;
  }
}
