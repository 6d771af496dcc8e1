import type { Delivery } from '../../../delivery/delivery.ts';
import { checkAddress } from '../../../domains/check-address.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { OutgoingRequestError } from '../../../platform/outgoing/outgoing-error.ts';
import { originOfApi } from '../platforms/github.ts';
import { platforms, type TargetKind } from '../platforms/platforms.ts';
import type { SettingFault, SettingName, TargetSettings } from '../target-settings.ts';

/** Checks the settings of a kind of target. @throws ApiError `validation_failed` */
export function checkSettings(delivery: Delivery, kind: TargetKind, settings: TargetSettings): void {
  const { name: platform, required, optional, check } = platforms[kind];
  const known = new Set<string>([...required, ...optional]);
  const faults: SettingFault[] = [];
  for (const name of Object.keys(settings) as SettingName[]) {
    if (!known.has(name)) faults.push({ name, message: `${platform} has no such setting.` });
  }
  for (const name of required) {
    if (settings[name] === undefined) faults.push({ name, message: `${platform} needs this setting.` });
  }
  if (faults.length === 0) faults.push(...check(settings));
  if (settings.api_url !== undefined) faults.push(...apiFaults(delivery, `${settings.api_url}`));
  if (faults.length === 0) return;
  const details = faults.map(({ name, message }) => ({ path: ['config', name], message }));
  throw new ApiError('validation_failed', { details });
}

/**
 * Checks that a stored token is only sent to the server that it's for: a new `api_url` needs a new token.
 *
 * @throws ApiError `validation_failed`
 */
export function checkTokenStays(before: TargetSettings, after: TargetSettings, isTokenGiven: boolean): void {
  if (isTokenGiven || originOfApi(before) === originOfApi(after)) return;
  throw invalid(['config', 'token'], 'The stored token is for another server. Give a token together with `api_url`.');
}

/** Checks that the URL of a website may be requested. @throws ApiError `validation_failed` */
export function checkSiteUrl({ client }: Delivery, address: string | null | undefined): void {
  if (address !== null && address !== undefined) checkAddress(client, 'site_url', address);
}

/** The faults of a URL that gets the token. It must use HTTPS unless the operator allows private addresses. */
function apiFaults({ client, allowsPrivateTargets }: Delivery, address: string): SettingFault[] {
  const name = 'api_url';
  try {
    const { protocol, search, hash } = client.checkAddress(address);
    if (protocol !== 'https:' && !allowsPrivateTargets) return [{ name, message: 'It must begin with https://.' }];
    return search || hash ? [{ name, message: 'It must not have a query or a fragment.' }] : [];
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    return [{ name, message: error.message }];
  }
}
