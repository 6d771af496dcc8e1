import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { TargetKind } from './platforms/platforms.ts';
import type { TargetSettings } from './target-settings.ts';

/** A deploy target with everything that its requests need. */
export interface DeployTargetRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly kind: TargetKind;
  readonly settings: TargetSettings;
  readonly siteUrl: string | null;
}

/**
 * Reads a target with its secrets; null when it no longer exists.
 *
 * @throws SealBroken when its secrets can't be decrypted
 */
export async function loadDeployTarget(
  prisma: PrismaClient,
  box: SecretBox,
  targetId: string,
): Promise<DeployTargetRecord | null> {
  const row = await prisma.deployTarget.findUnique({ where: { id: targetId } });
  if (!row) return null;
  const { id, projectId, name, kind, siteUrl } = row;
  const settings = { ...(row.config as TargetSettings), ...openSecrets(box, row) };
  return { id, projectId, name, kind: kind as TargetKind, settings, siteUrl };
}

/** Decrypts the secrets of a target. @throws SealBroken */
export function openSecrets(box: SecretBox, row: { readonly id: string; readonly secrets: string }): TargetSettings {
  return JSON.parse(box.open(row.secrets, row.id)) as TargetSettings;
}
