import type { ApiSessionContext } from '../../api/context.ts';
import { recentFailures } from '../../api/rest/report-failure.ts';
import type { Services } from '../../domains/services.ts';
import { toProjectQuotas } from './change-quotas.ts';
import { readLastBackup } from './last-backup.ts';
import type { OperatingState } from './operating.schemas.ts';
import { loadDatabaseFacts, loadGivenUpJobs, loadJobKinds, loadProjectSizes } from './operating.store.ts';
import { loadOperatingFacts } from './operating-facts.store.ts';

/** The overview for operators: failures, waiting work, and growth. It has no content of projects. */
export async function loadOperatingState({ services }: ApiSessionContext<Services>): Promise<OperatingState> {
  const { pool } = services.database;
  const [facts, database, jobKinds, deadJobs, projects, storageWorks, redisWorks, lastBackup] = await Promise.all([
    loadOperatingFacts(pool),
    loadDatabaseFacts(pool),
    loadJobKinds(pool),
    loadGivenUpJobs(pool),
    loadProjectSizes(pool, (own) => toProjectQuotas(services, own)),
    services.storage.check().then(
      () => true,
      () => false,
    ),
    services.checkRedis?.() ?? null,
    readLastBackup(services.storage).catch(() => null),
  ]);
  return {
    ...database,
    node_version: process.versions.node,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    memory_bytes: process.memoryUsage.rss(),
    storage_works: storageWorks,
    redis_works: redisWorks,
    last_backup: lastBackup && { id: lastBackup.id, at: lastBackup.readAt, faults: lastBackup.faults },
    mirrors_behind: facts.mirrorsBehind,
    job_kinds: jobKinds,
    dead_jobs: deadJobs,
    projects,
    recent_errors: [...recentFailures(services.log)],
  };
}
