import { hideSecrets, type TargetSettings } from '../target-settings.ts';

/**
 * What a platform says as people may read it: in one line, without the secrets among settings.
 *
 * @param most so many characters of it are kept; secrets are looked for before it's cut, so that no part of one stays
 */
export function readableReason(text: string, settings: TargetSettings, most: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd\s]+/gu, ' ').trim();
  const cut = hideSecrets(line, settings).slice(0, most);
  return cut.replace(/[\ud800-\udbff]$/, '');
}
