/** What happens to requests while the counters' store is out of reach. */
type Outage = 'allow' | 'refuse';

/** A rate limit: so many units in each window. */
export interface Limit {
  readonly units: number;
  readonly windowSeconds: number;
  readonly outage: Outage;
}

const MINUTE = 60;
const HOUR = 3600;

/**
 * The one table of rate limits: section 8 of the HTTP contract, generous ones for what else writes, and what people who
 * aren't signed in may try. Per project, or per person outside of one, unless the operation says more.
 */
export const limits = {
  'entry.publish': { units: 30, windowSeconds: MINUTE, outage: 'allow' },
  'entry.save_draft': { units: 60, windowSeconds: MINUTE, outage: 'allow' },
  'entry.create': { units: 120, windowSeconds: HOUR, outage: 'allow' },
  'entry.import': { units: 2000, windowSeconds: HOUR, outage: 'allow' },
  'entry.list': { units: 600, windowSeconds: HOUR, outage: 'allow' },
  'entry.order': { units: 120, windowSeconds: MINUTE, outage: 'allow' },
  'entry.trash': { units: 600, windowSeconds: MINUTE, outage: 'allow' },
  'entry.validate': { units: 3000, windowSeconds: MINUTE, outage: 'allow' },
  'view.change': { units: 300, windowSeconds: HOUR, outage: 'allow' },
  'asset.upload': { units: 300, windowSeconds: HOUR, outage: 'allow' },
  'asset.complete': { units: 3000, windowSeconds: MINUTE, outage: 'allow' },
  'asset.change': { units: 600, windowSeconds: MINUTE, outage: 'allow' },
  'schema.diff': { units: 120, windowSeconds: HOUR, outage: 'allow' },
  'schema.sync': { units: 30, windowSeconds: HOUR, outage: 'allow' },
  'token.create': { units: 10, windowSeconds: HOUR, outage: 'refuse' },
  'snapshot.restore': { units: 12, windowSeconds: HOUR, outage: 'allow' },
  'target.test': { units: 30, windowSeconds: HOUR, outage: 'allow' },
  'build.report': { units: 1200, windowSeconds: HOUR, outage: 'allow' },
  'project.create': { units: 60, windowSeconds: HOUR, outage: 'allow' },
  'project.change': { units: 300, windowSeconds: HOUR, outage: 'allow' },
  'invitation.create': { units: 60, windowSeconds: HOUR, outage: 'allow' },
  'invitation.preview': { units: 30, windowSeconds: MINUTE, outage: 'allow' },
  'auth.sign_in': { units: 10, windowSeconds: MINUTE, outage: 'allow' },
  'auth.sign_in_account': { units: 50, windowSeconds: MINUTE, outage: 'allow' },
  'auth.sign_in_address': { units: 60, windowSeconds: MINUTE, outage: 'allow' },
  'auth.change_password': { units: 10, windowSeconds: MINUTE, outage: 'allow' },
  'auth.second_factor': { units: 20, windowSeconds: MINUTE, outage: 'allow' },
  'auth.passkey': { units: 60, windowSeconds: MINUTE, outage: 'allow' },
  'auth.account': { units: 60, windowSeconds: MINUTE, outage: 'allow' },
  'auth.reset_request': { units: 5, windowSeconds: HOUR, outage: 'allow' },
  'auth.reset_request_address': { units: 30, windowSeconds: HOUR, outage: 'allow' },
  'auth.reset': { units: 20, windowSeconds: MINUTE, outage: 'allow' },
  'auth.device_request': { units: 60, windowSeconds: HOUR, outage: 'allow' },
  'auth.device_poll': { units: 120, windowSeconds: MINUTE, outage: 'allow' },
  'auth.device_code': { units: 20, windowSeconds: MINUTE, outage: 'refuse' },
  'member.reset_link': { units: 20, windowSeconds: HOUR, outage: 'refuse' },
  'instance.set_up': { units: 10, windowSeconds: MINUTE, outage: 'allow' },
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
