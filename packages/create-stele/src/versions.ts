/** The newest Astro, and the oldest Node that runs it. */
const NEWEST = { astro: '^7.3.5', node: [22, 12] } as const;
/** The Astro for older versions of Node that Stele runs on. */
const OLDER = '^5.18.2';

/** A version of Astro for a site, and a note about it for the user. */
interface AstroChoice {
  readonly version: string;
  /** Null when it's the newest. */
  readonly note: string | null;
}

/** Chooses the newest version of Astro that a version of Node runs. @param node a version of Node, such as `22.12.0` */
export function chooseAstro(node: string): AstroChoice {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = NEWEST.node;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor))
    return { version: NEWEST.astro, note: null };
  const note = `It has Astro 5, since this is Node ${node}: Astro 7 needs Node ${wantedMajor}.${wantedMinor} or later.`;
  return { version: OLDER, note };
}
