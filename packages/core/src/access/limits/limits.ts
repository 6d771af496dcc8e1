/** While the counters in Redis can't be reached, each process counts in its own memory, or refuses. */
type Outage = 'memory' | 'refuse';

/** A rate limit: a number of units in each window. */
export interface Limit {
  readonly units: number;
  readonly windowSeconds: number;
  readonly outage: Outage;
  /** What a unit is, for the reference. Units are counted per project unless it says otherwise. */
  readonly counts: string;
}

const every =
  (windowSeconds: number) =>
  (units: number, counts: string, outage: Outage = 'memory'): Limit => ({ units, windowSeconds, outage, counts });
const perMinute = every(60);
const perHour = every(3600);
const perDay = every(86_400);

/** Units of a lifted limit: more than a program can spend in its window. */
const LIFTED = 999_999_999;

/**
 * All rate limits. They count per project, or per person outside of projects, unless the operation says otherwise.
 */
export const limits = {
  'project.request': perDay(LIFTED, 'all requests of tokens but those of builds; those of people never'),
  'entry.publish': perMinute(30, 'entries published, unpublished or republished, in bulk as well'),
  'entry.save_draft': perMinute(60, 'saves of one entry by one author: `PUT` and `PATCH` together'),
  'entry.create': perHour(120, 'new entries, copies included'),
  'entry.import': perHour(2000, 'new entries with `"via": "import"`'),
  'entry.list': perHour(600, 'lists of entries; each signed-in person counts separately'),
  'entry.order': perMinute(120, 'moves in collections ordered by hand'),
  'entry.trash': perMinute(600, 'entries deleted and restored'),
  'entry.set': perMinute(60, 'changes of one field in many entries, and their undoing'),
  'entry.validate': perMinute(3000, 'checks without writing'),
  'translation.export': perHour(600, 'pages of texts to translate; each signed-in person counts separately'),
  'translation.import': perHour(300, 'imports of translations'),
  'translation.machine': perHour(600, 'entries translated by machine'),
  'translation.run_entry': perHour(3600, 'entries translated by runs, which wait then'),
  'translation.run': perHour(60, 'translations of many entries that are started, stopped and undone'),
  'entry.presence': perMinute(240, 'reports in which entry and field one person is'),
  'preview.share': perHour(120, 'new preview links'),
  'preview.check': perMinute(60, 'checks whether a page of a preview site can be framed'),
  'entry.review': perMinute(240, 'changes of state, assignee and due date'),
  'comment.change': perMinute(60, 'comments that one person writes, changes, deletes, resolves and reopens'),
  'inbox.read': perMinute(240, 'times that one person marks lines of the inbox as read'),
  'view.change': perHour(300, 'changes of saved views'),
  'asset.upload': perHour(300, 'files, however many requests declare them, and copies'),
  'asset.complete': perMinute(3000, 'completions of uploads, repeated ones included'),
  'asset.change': perMinute(600, 'all other changes of assets and folders'),
  'schema.diff': perHour(120, 'comparisons of schemas'),
  'schema.sync': perHour(30, 'pushes of schemas'),
  'token.create': perHour(10, 'new tokens, rotations included', 'refuse'),
  'snapshot.restore': perHour(12, 'restorations of snapshots'),
  'target.test': perHour(30, 'tests of deploy targets and webhooks'),
  'build.report': perHour(1200, 'reports of builds'),
  'project.create': perHour(60, 'new projects of one person'),
  'project.change': perHour(
    300,
    'changes of the project: name, languages, members, deploy targets, webhooks; deletion',
  ),
  'invitation.create': perHour(60, 'invitations'),
  'invitation.preview': perMinute(30, 'invalid invitation links from one IP address'),
  'auth.sign_in': perMinute(10, 'failures from one IP address for one account'),
  'auth.sign_in_account': perMinute(50, 'failures for one account; not for a person with a session from that address'),
  'auth.record_failure': perHour(20, 'failures to sign in to one account that the audit log tells'),
  'auth.sign_in_address': perMinute(60, 'failures from one IP address; not for a person with a session from it'),
  'auth.change_password': perMinute(10, 'wrong current passwords of one person'),
  'auth.second_factor': perMinute(20, 'wrong codes of one person, or from one IP address'),
  'auth.passkey': perMinute(60, 'sign-ins with passkeys from one IP address'),
  'auth.provider': perMinute(120, 'sign-ins through providers, begun or completed from one IP address'),
  'auth.provider_flow': perMinute(5, 'completions of one sign-in that began at a provider'),
  'auth.directory': perMinute(20, 'wrong SCIM tokens from one IP address'),
  'auth.account': perMinute(60, 'changes of sessions and passkeys by one person'),
  'auth.reset_request': perHour(5, 'mails to reset the password of one person, requested from one IP address'),
  'auth.reset_request_account': perHour(
    20,
    'mails to reset the password of one person; not for a browser in which they signed in before',
  ),
  'auth.reset_request_address': perHour(30, 'requests for such mails from one IP address'),
  'auth.reset': perMinute(20, 'invalid links to reset a password, from one IP address'),
  'auth.device_request': perHour(60, 'sign-ins of programs begun from one IP address'),
  'auth.device_poll': perMinute(120, 'requests in which a program asks whether it may sign in, from one IP address'),
  'auth.device_code': perMinute(20, 'wrong codes of programs, entered by one person'),
  'directory.request': perMinute(3000, "requests of one provider's directory by SCIM"),
  'member.reset_link': perHour(20, "links to reset a member's password", 'refuse'),
  'instance.set_up': perMinute(10, 'wrong set-up codes from one IP address'),
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
export type LimitTable = Readonly<Record<LimitName, Limit>>;

/** Whether a limit protects secrets from being guessed. Such a limit is never lifted. */
const isGuard = (name: string): boolean => /^(auth|instance)\.|^invitation\.preview$/.test(name);

/** The units of a limit; null when it's lifted. */
export function unitsOf({ units }: Limit): number | null {
  return units < LIFTED ? units : null;
}

/** Whether a table limits more than guesses of secrets. */
export function limitsWork(table: LimitTable): boolean {
  return Object.entries(table).some(([name, { units }]) => !isGuard(name) && units < LIFTED);
}

/**
 * Reads an operator's changes to the table: `entry.publish=600,entry.import=100000`, in units per window of the limit. `off`
 * lifts all limits except those that protect secrets.
 *
 * @throws Error that says what is wrong with the setting
 */
export function parseLimits(setting: string | undefined): LimitTable {
  const table: Record<LimitName, Limit> = { ...limits };
  if (setting?.trim() === 'off') {
    for (const name of Object.keys(limits) as LimitName[]) {
      if (!isGuard(name)) table[name] = { ...limits[name], units: LIFTED };
    }
    return table;
  }
  for (const part of (setting ?? '').split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [name = '', units = ''] = part.split('=').map((piece) => piece.trim());
    if (!Object.hasOwn(limits, name)) {
      throw new Error(`STELE_LIMITS names no limit "${name}". There are: ${Object.keys(limits).join(', ')}.`);
    }
    if (!/^[1-9][0-9]{0,8}$/.test(units)) {
      throw new Error(`STELE_LIMITS gives ${name} the value "${units}". It must be a whole number above 0.`);
    }
    table[name as LimitName] = { ...limits[name as LimitName], units: Number(units) };
  }
  return table;
}
