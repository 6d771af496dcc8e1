import type { DeployTarget } from './live-stage.ts';

export type TargetKind = DeployTarget['kind'];

/** A setting of a platform, as a form asks for it. */
export interface PlatformField {
  readonly name: string;
  readonly isRequired: boolean;
  /** Never shown again: an empty field keeps what is stored. */
  readonly isSecret: boolean;
  readonly control: 'text' | 'checkbox' | 'event';
  /** Asked for only with this way of starting a build. */
  readonly event?: 'repository_dispatch' | 'workflow_dispatch';
}

const text = (name: string, more: Partial<PlatformField> = {}): PlatformField => ({
  name,
  isRequired: false,
  isSecret: false,
  control: 'text',
  ...more,
});
const hook = text('hook_url', { isRequired: true, isSecret: true });
const apiToken = text('api_token', { isSecret: true });

/** Settings of each platform, required ones first. */
export const PLATFORM_FIELDS: Readonly<Record<TargetKind, readonly PlatformField[]>> = {
  vercel: [hook, apiToken, text('team_id')],
  netlify: [hook, apiToken, text('site_id'), text('branch'), text('clear_cache', { control: 'checkbox' })],
  cloudflare: [hook, apiToken, text('account_id'), text('project_name')],
  github: [
    text('owner', { isRequired: true }),
    text('repository', { isRequired: true }),
    text('token', { isRequired: true, isSecret: true }),
    text('event', { isRequired: true, control: 'event' }),
    text('event_type', { event: 'repository_dispatch' }),
    text('workflow', { isRequired: true, event: 'workflow_dispatch' }),
    text('ref', { isRequired: true, event: 'workflow_dispatch' }),
    text('api_url'),
  ],
};

export const PLATFORMS = Object.keys(PLATFORM_FIELDS) as TargetKind[];

/** The settings in a form: texts, and boxes. */
export type ConfigForm = Readonly<Record<string, string | boolean>>;

/** The fields that the form asks for with its current values. */
export function askedFields(kind: TargetKind, config: ConfigForm): readonly PlatformField[] {
  const event = config.event || 'repository_dispatch';
  return PLATFORM_FIELDS[kind].filter((field) => field.event === undefined || field.event === event);
}

/** Settings for a new target: those that were given. */
export function newConfig(kind: TargetKind, config: ConfigForm): Record<string, string | boolean> {
  const given = askedFields(kind, config).map(({ name, control }) => [
    name,
    control === 'event' ? config[name] || 'repository_dispatch' : trimmed(config[name]),
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== '' && value !== false));
}

/**
 * An edit's changes to the settings: null takes away a setting that was emptied; secrets left empty stay.
 *
 * @param removed secrets that are to be taken away
 */
export function changedConfig(
  kind: TargetKind,
  before: ConfigForm,
  config: ConfigForm,
  removed: readonly string[],
): Record<string, string | boolean | null> {
  const asked = new Set(askedFields(kind, config).map(({ name }) => name));
  const changes: Record<string, string | boolean | null> = {};
  for (const { name, isSecret } of PLATFORM_FIELDS[kind]) {
    const value = asked.has(name) ? trimmed(config[name]) : '';
    const isEmpty = value === undefined || value === '' || value === false;
    if (isSecret) {
      if (!isEmpty) changes[name] = value;
      else if (removed.includes(name) && before[name] !== undefined) changes[name] = null;
    } else if (isEmpty ? before[name] !== undefined : value !== before[name]) changes[name] = isEmpty ? null : value;
  }
  return changes;
}

function trimmed(value: string | boolean | undefined): string | boolean | undefined {
  return typeof value === 'string' ? value.trim() : value;
}
