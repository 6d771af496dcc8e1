import { type Declared, declarer } from '../../platform/declared.ts';

/** While the counters in Redis can't be reached, each process counts in its own memory, or refuses. */
type Outage = 'memory' | 'refuse';

/** A rate limit: a number of units in each window. */
export interface Limit {
  readonly units: number;
  readonly windowSeconds: number;
  readonly outage: Outage;
  /** The unit, for the reference. Units are counted per project unless this text says otherwise. */
  readonly counts: string;
  /** Whether it protects secrets from being guessed. Such a limit is never lifted. */
  readonly guards?: true;
}

export type DeclaredLimit = Declared<Limit>;
/** Declares limits. They count per project, or per person outside of projects, unless the operation says otherwise. */
export const declareLimits = declarer<Limit>();

const every =
  (windowSeconds: number) =>
  (units: number, counts: string, outage: Outage = 'memory'): Limit => ({ units, windowSeconds, outage, counts });
export const perMinute = every(60);
export const perHour = every(3600);
const perDay = every(86_400);

/** Units of a lifted limit: more than a program can spend in its window. */
const LIFTED = 999_999_999;

/** A limit that protects secrets from being guessed. */
export function guarding(limit: Limit): Limit {
  return { ...limit, guards: true };
}

/** The limits that belong to no feature alone. Features declare the others. */
export const commonLimits = declareLimits({
  'project.request': perDay(LIFTED, 'all requests of tokens but those of builds; those of people never'),
  'project.change': perHour(
    300,
    'changes of the project: name, languages, members, deploy targets, webhooks; deletion',
  ),
  'target.test': perHour(30, 'tests of deploy targets and webhooks'),
  'auth.record_failure': guarding(perHour(20, 'failures to sign in to one account that the audit log tells')),
  'auth.change_password': guarding(perMinute(10, 'wrong current passwords of one person')),
  'auth.directory': guarding(perMinute(20, 'wrong SCIM tokens from one IP address')),
  'auth.account': guarding(perMinute(60, 'changes of sessions and passkeys by one person')),
  'directory.request': perMinute(3000, "requests of one provider's directory by SCIM"),
});

export type CommonLimitName = keyof typeof commonLimits;
/** A limit that a feature has declared, or the name of a common one. */
export type KnownLimit = CommonLimitName | DeclaredLimit;
/** All limits of a program, by name. */
export type LimitTable = Readonly<Record<string, Limit>>;

/** The units of a limit; null when it's lifted. */
export function unitsOf({ units }: Limit): number | null {
  return units < LIFTED ? units : null;
}

/** Whether a table limits more than guesses of secrets. */
export function limitsWork(table: LimitTable): boolean {
  return Object.values(table).some(({ guards, units }) => !guards && units < LIFTED);
}

/**
 * Reads an operator's changes to a table: `entry.publish=600,entry.import=100000`, in units per window of the limit. `off`
 * lifts all limits except those that protect secrets.
 *
 * @throws Error that says what is wrong with the setting
 */
export function changeLimits<Name extends string>(
  limits: Readonly<Record<Name, Limit>>,
  setting: string | undefined,
): Readonly<Record<Name, Limit>> {
  const table: Record<Name, Limit> = { ...limits };
  if (setting?.trim() === 'off') {
    for (const [name, limit] of Object.entries<Limit>(limits)) {
      if (!limit.guards) table[name as Name] = { ...limit, units: LIFTED };
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
    table[name as Name] = { ...limits[name as Name], units: Number(units) };
  }
  return table;
}
