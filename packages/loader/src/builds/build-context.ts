/** How a build identifies itself when it reports. */
export interface ReportOptions {
  /** The build's purpose; STELE_ENVIRONMENT, or what Vercel and Netlify call it, or else `production`. */
  readonly environment?: string | undefined;
  /** The deployment that started the build; STELE_DEPLOYMENT, or what Netlify received. */
  readonly deploymentId?: string | undefined;
}

/** A build's description of itself. */
export interface BuildContext {
  readonly environment: string;
  readonly deploymentId: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEPLOYMENT_ID = /dep_[0-9a-z]{26}/;
const ENVIRONMENT = /^[\w.-]{1,64}$/;

/**
 * Whether and how a build reports: as the option says, or else STELE_REPORT (0 or 1), or else where CI is set, as it is on
 * platforms that build websites.
 *
 * @returns null when it doesn't report
 */
export function buildContextOf(option: boolean | ReportOptions | undefined, env: Environment): BuildContext | null {
  const isOn = option === undefined ? isOnByDefault(env) : option !== false;
  if (!isOn) return null;
  const { environment, deploymentId } = typeof option === 'object' ? option : {};
  const named = environment ?? env.STELE_ENVIRONMENT ?? env.VERCEL_ENV ?? (env.NETLIFY ? env.CONTEXT : undefined) ?? '';
  const texts = [deploymentId, env.STELE_DEPLOYMENT, env.INCOMING_HOOK_BODY, env.INCOMING_HOOK_TITLE];
  return {
    environment: ENVIRONMENT.test(named) ? named : 'production',
    deploymentId: texts.map((text) => DEPLOYMENT_ID.exec(text ?? '')?.[0]).find((id) => id !== undefined) ?? null,
  };
}

function isOnByDefault({ STELE_REPORT: said, CI }: Environment): boolean {
  if (said === '0' || said === '1') return said === '1';
  return CI !== undefined && !['', '0', 'false'].includes(CI);
}
