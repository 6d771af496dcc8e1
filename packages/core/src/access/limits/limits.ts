/** What happens to requests while the counters' store is out of reach. */
type Outage = 'allow' | 'refuse';

/** A rate limit: so many units in each window. */
export interface Limit {
  readonly units: number;
  readonly windowSeconds: number;
  readonly outage: Outage;
  /** What one unit is; of a project, unless it says of whom. For the reference. */
  readonly counts: string;
}

const MINUTE = 60;
const HOUR = 3600;

/**
 * The one table of rate limits: section 8 of the HTTP contract, generous ones for what else writes, and what people who
 * aren't signed in may try. Per project, or per person outside of one, unless the operation says more.
 */
export const limits = {
  'entry.publish': {
    units: 30,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'entries published, unpublished or republished, in bulk as well',
  },
  'entry.save_draft': {
    units: 60,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'saves of one entry by one author: `PUT` and `PATCH` together',
  },
  'entry.create': { units: 120, windowSeconds: HOUR, outage: 'allow', counts: 'new entries, copies included' },
  'entry.import': { units: 2000, windowSeconds: HOUR, outage: 'allow', counts: 'new entries with `"via": "import"`' },
  'entry.list': {
    units: 600,
    windowSeconds: HOUR,
    outage: 'allow',
    counts: 'lists; each signed-in person counts alone',
  },
  'entry.order': { units: 120, windowSeconds: MINUTE, outage: 'allow', counts: 'moves in collections ordered by hand' },
  'entry.trash': { units: 600, windowSeconds: MINUTE, outage: 'allow', counts: 'entries deleted and restored' },
  'entry.validate': { units: 3000, windowSeconds: MINUTE, outage: 'allow', counts: 'checks without writing' },
  'view.change': { units: 300, windowSeconds: HOUR, outage: 'allow', counts: 'changes of saved views' },
  'asset.upload': {
    units: 300,
    windowSeconds: HOUR,
    outage: 'allow',
    counts: 'files, however many requests declare them',
  },
  'asset.complete': {
    units: 3000,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'uploads completed, or asked about',
  },
  'asset.change': {
    units: 600,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'all other changes of assets and folders',
  },
  'schema.diff': { units: 120, windowSeconds: HOUR, outage: 'allow', counts: 'comparisons of schemas' },
  'schema.sync': { units: 30, windowSeconds: HOUR, outage: 'allow', counts: 'pushes of schemas' },
  'token.create': { units: 10, windowSeconds: HOUR, outage: 'refuse', counts: 'new tokens, rotations included' },
  'snapshot.restore': { units: 12, windowSeconds: HOUR, outage: 'allow', counts: 'restorations of snapshots' },
  'target.test': { units: 30, windowSeconds: HOUR, outage: 'allow', counts: 'tests of deploy targets and webhooks' },
  'build.report': { units: 1200, windowSeconds: HOUR, outage: 'allow', counts: 'reports of builds' },
  'project.create': { units: 60, windowSeconds: HOUR, outage: 'allow', counts: 'new projects of one person' },
  'project.change': {
    units: 300,
    windowSeconds: HOUR,
    outage: 'allow',
    counts: 'changes of the project: name, languages, members, deploy targets, webhooks; deletion',
  },
  'invitation.create': { units: 60, windowSeconds: HOUR, outage: 'allow', counts: 'invitations' },
  'invitation.preview': {
    units: 30,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'invalid invitation links from one address',
  },
  'auth.sign_in': {
    units: 10,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'failures from one address for one account',
  },
  'auth.sign_in_account': {
    units: 50,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'failures for one account; not for somebody with a session from that address',
  },
  'auth.sign_in_address': {
    units: 60,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'failures from one address; not for somebody with a session from it',
  },
  'auth.change_password': {
    units: 10,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'wrong current passwords of one person',
  },
  'auth.second_factor': {
    units: 20,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'wrong codes of one person, or from one address',
  },
  'auth.passkey': {
    units: 60,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'sign-ins with passkeys from one address',
  },
  'auth.account': {
    units: 60,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'changes of sessions and passkeys by one person',
  },
  'auth.reset_request': {
    units: 5,
    windowSeconds: HOUR,
    outage: 'allow',
    counts: 'mails to one person that reset a password, asked for from one IP address',
  },
  'auth.reset_request_account': {
    units: 20,
    windowSeconds: HOUR,
    outage: 'allow',
    counts: 'mails to one person that reset a password; not for a browser in which they signed in before',
  },
  'auth.reset_request_address': {
    units: 30,
    windowSeconds: HOUR,
    outage: 'allow',
    counts: 'requests for such mails from one IP address',
  },
  'auth.reset': {
    units: 20,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'invalid links that reset a password, from one address',
  },
  'auth.device_request': {
    units: 60,
    windowSeconds: HOUR,
    outage: 'allow',
    counts: 'sign-ins of programs begun from one address',
  },
  'auth.device_poll': {
    units: 120,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'requests in which a program asks whether it may sign in, from one address',
  },
  'auth.device_code': {
    units: 20,
    windowSeconds: MINUTE,
    outage: 'refuse',
    counts: 'wrong codes of programs, entered by one person',
  },
  'member.reset_link': {
    units: 20,
    windowSeconds: HOUR,
    outage: 'refuse',
    counts: "links that reset a member's password",
  },
  'instance.set_up': {
    units: 10,
    windowSeconds: MINUTE,
    outage: 'allow',
    counts: 'wrong set-up codes from one address',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
export type LimitTable = Readonly<Record<LimitName, Limit>>;

/**
 * Reads an operator's changes to the table: `entry.publish=600,entry.import=100000`, units in the limit's own window.
 *
 * @throws Error that names what is wrong with the setting
 */
export function parseLimits(setting: string | undefined): LimitTable {
  const table: Record<LimitName, Limit> = { ...limits };
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
