import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { asPerson, type SignInOptions } from '../person/sign-in.ts';

/** Screens of the admin, by the words that people type. */
const screens: Readonly<Record<string, string>> = {
  site: '/site',
  media: '/media',
  schema: '/schema',
  tokens: '/settings/tokens',
  settings: '/settings',
};

export interface OpenOptions extends SignInOptions {
  /** False to print the address only. */
  readonly browser?: boolean;
}

/** `stele open`: opens the admin at the project, an entry or a screen, and prints the address. */
export async function openCommand(io: Io, what: string | undefined, options: OpenOptions): Promise<number> {
  const place = placeOf(what);
  return asPerson(io, options, async ({ adminUrl, openProject }, output) => {
    if (adminUrl === null) throw new UserError('The address of the admin is unknown. Sign in with: npx stele login');
    const url = `${adminUrl}/projects/${(await openProject()).id}${place}`;
    output.result({ url });
    output.say(url);
    if (options.browser !== false && output.interactive) await io.open(url);
  });
}

function placeOf(what: string | undefined): string {
  if (what === undefined) return '';
  if (/^ent_[0-9a-z]+$/.test(what)) return `/entries/${what}`;
  const screen = Object.hasOwn(screens, what) ? screens[what] : undefined;
  if (screen !== undefined) return screen;
  throw new UserError(`"${what}" is neither an entry's id nor one of: ${Object.keys(screens).join(', ')}.`);
}
