import path from 'node:path';
import { UserError } from '../errors.ts';
import { previewSecret } from '../init/preview-secret.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { openSession } from '../session.ts';
import {
  type ContentOptions,
  type FirstContent,
  findFirstContent,
  importFirstContent,
  whyContentWaits,
} from './first-content.ts';
import { followSite } from './follow-site.ts';
import { type Interruption, listenForInterruption, sleepingUntil } from './interruption.ts';
import { keepUp } from './keep-up.ts';
import { FIRST_PORT, type LocalAccess, type LocalInstance, startLocalInstance } from './local-server.ts';
import { SiteProcess } from './site-process.ts';
import {
  describeElsewhere,
  previewVariables,
  readSiteSettings,
  variablesOf,
  writeSiteSettings,
} from './site-settings.ts';

export interface DevOptions extends ContentOptions {
  /** Whether to open the admin in the browser; by default for a new instance, on a terminal. */
  readonly open?: boolean;
}

/**
 * `stele dev`: runs a local instance beside a site, and keeps its schema as the config says, until Ctrl-C or until the site's
 * command ends.
 *
 * @param command the site's own, with its arguments; none to run the instance alone
 * @returns the exit code: the command's own, or 0 when the user ended it
 */
export async function devCommand(io: Io, command: readonly string[], options: DevOptions): Promise<number> {
  const content = findFirstContent(io, options);
  const output = new Output(io, {});
  const folder = io.cwd;
  const settings = await readSiteSettings(io, folder);
  const elsewhere = describeElsewhere(settings, command.length > 0);
  if (elsewhere !== null) output.note(elsewhere);
  const interruption = listenForInterruption(io);
  let instance: LocalInstance | undefined;
  let site: SiteProcess | undefined;
  let unfollow: (() => void) | undefined;
  let unfollowSite: (() => void) | undefined;
  try {
    output.say('Starting Stele.');
    instance = await startLocalInstance(io, folder, settings.port ?? FIRST_PORT, interruption.signal);
    const access = accessOf(instance);
    const { dataDirectory } = instance.settings;
    const written = await writeSiteSettings(io, settings, variablesOf(access));
    const prepared = prepare(io, dataDirectory, content, { output, folder, interruption });
    unfollow = () => void prepared.then((end) => end?.()).catch(() => undefined);
    if (!(await Promise.race([prepared, instance.failed, interruption.stopped]))) return 0;
    output.say(describeAccess(access, dataDirectory, written));
    if (options.open ?? (instance.isNew && output.interactive)) await io.open(access.admin_url);
    const [program, ...args] = command;
    if (program !== undefined) {
      const announced = await followSite(io, dataDirectory, output, await previewSecret(io, folder));
      unfollowSite = announced.end;
      output.say(`Starting ${command.join(' ')}; it says where the site is.\n`);
      site = new SiteProcess([program, ...args], folder, {
        ...io.env,
        ...variablesOf(access),
        ...previewVariables(access),
        ...announced.variables,
      });
    }
    const code = await Promise.race([interruption.stopped, instance.failed, ...(site ? [site.ended] : [])]);
    if (code) output.note(`The command ${command.join(' ')} ended with ${code}.`);
    return code ?? 0;
  } catch (error) {
    if (interruption.signal.aborted) return 0;
    throw error;
  } finally {
    unfollow?.();
    unfollowSite?.();
    if (interruption.signal.aborted) output.say('\nStopping.');
    await Promise.all([site?.stop(), instance?.stop()]);
    interruption.end();
  }
}

/**
 * Follows the config: pushes it now and whenever it's saved, and imports the content once that is done.
 *
 * @param content null for none
 * @returns ends it
 */
async function prepare(
  io: Io,
  dataDirectory: string,
  content: FirstContent | null,
  {
    output,
    folder,
    interruption,
  }: { readonly output: Output; readonly folder: string; readonly interruption: Interruption },
): Promise<() => void> {
  const instance = path.join(dataDirectory, 'instance.json');
  const { signal: stopped } = interruption;
  const patient = sleepingUntil(io, stopped);
  const session = await openSession(patient, { instance }, output, { admin: 'Pushing' });
  const oncePushed = content ? () => importFirstContent(patient, content, dataDirectory, output, stopped) : undefined;
  const follower = keepUp(patient, session, output, folder, {
    onCancel: interruption.stop,
    stopped,
    ...(oncePushed && { oncePushed }),
  });
  const unfollow = follower.follow();
  const isPushed = await follower.update();
  const waits = content && !isPushed && !stopped.aborted ? await whyContentWaits(io, content, dataDirectory) : null;
  if (waits !== null) output.note(waits);
  return unfollow;
}

function accessOf({ seeded, settings }: LocalInstance): LocalAccess {
  if (seeded) return seeded;
  throw new UserError(
    `${settings.dataDirectory} holds an instance that lacks its instance.json. Move that folder away, and run "npx stele dev" again.`,
  );
}

function describeAccess(access: LocalAccess, dataDirectory: string, written: readonly string[]): string {
  const { admin_url: admin, api_url: api, login } = access;
  return [
    '',
    `  Admin     ${admin}`,
    `  Sign in   ${login.email}  ${login.password}`,
    `  API       ${api}  (reference: ${api}/docs)`,
    `  Data      ${dataDirectory}`,
    ...(written.length > 0 ? ['', `Wrote where all this is into ${written.join(' and ')}.`] : []),
    '',
    'Changes of stele.config are pushed here as you save them. Press Ctrl-C to stop.',
    '',
  ].join('\n');
}
