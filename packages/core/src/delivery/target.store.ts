import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Queryable } from '../platform/database/sql.ts';
import { execute, query, sql } from '../platform/database/sql.ts';
import { SealBroken, type SecretBox } from '../platform/secret-box.ts';
import type { TargetKind } from './platforms/platforms.ts';
import type { TargetSettings } from './target-settings.ts';

/** A deploy target with all that its requests take. */
export interface DeployTargetRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly kind: TargetKind;
  readonly settings: TargetSettings;
  readonly siteUrl: string | null;
}

/**
 * Reads a target with its secrets; null when there's none any more.
 *
 * @throws SealBroken when its secrets can't be opened
 */
export async function loadDeployTarget(
  prisma: PrismaClient,
  box: SecretBox,
  targetId: string,
): Promise<DeployTargetRecord | null> {
  const row = await prisma.deployTarget.findUnique({ where: { id: targetId } });
  if (!row) return null;
  return {
    id: row.id,
    projectId: row.projectId,
    name: row.name,
    kind: row.kind as TargetKind,
    settings: { ...(row.config as TargetSettings), ...openSecrets(box, row) },
    siteUrl: row.siteUrl,
  };
}

/** The secrets of a target. @throws SealBroken */
export function openSecrets(box: SecretBox, row: { readonly id: string; readonly secrets: string }): TargetSettings {
  return JSON.parse(box.open(row.secrets, row.id)) as TargetSettings;
}

/**
 * Seals a page of targets with the newest key that earlier keys sealed. What can't be opened stays as it is.
 *
 * @param after the id that the page before ended with
 * @param tell is told of each that can't be opened
 * @returns the id that this page ends with; null when there's no more
 */
export async function resealTargets(
  pool: Queryable,
  box: SecretBox,
  after: string,
  tell: (targetId: string, error: SealBroken) => void,
): Promise<string | null> {
  const page = await query<{ id: string; secrets: string }>(
    pool,
    sql`SELECT id, secrets FROM deploy_targets WHERE id > ${after} ORDER BY id LIMIT 100`,
  );
  for (const { id, secrets } of page.filter((row) => box.isStale(row.secrets))) {
    try {
      const sealed = box.seal(box.open(secrets, id), id);
      // Whoever changed them meanwhile sealed them with a key of their own choice.
      await execute(pool, sql`UPDATE deploy_targets SET secrets = ${sealed} WHERE id = ${id} AND secrets = ${secrets}`);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      tell(id, error);
    }
  }
  return page.at(-1)?.id ?? null;
}
