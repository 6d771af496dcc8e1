import { hideSecrets, type TargetSettings } from '../target-settings.ts';

/**
 * A platform's message for people: in one line, without the secrets among settings.
 *
 * @param most characters that are kept; secrets are removed before the text is cut, so that no part of one stays
 */
export function readableReason(text: string, settings: TargetSettings, most: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd\s]+/gu, ' ').trim();
  const cut = hideSecrets(line, settings).slice(0, most);
  return cut.replace(/[\ud800-\udbff]$/, '');
}
