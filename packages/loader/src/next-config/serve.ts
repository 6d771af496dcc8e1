import type { NextConfig } from 'next';
import { announceSite } from '../builds/announce-site.ts';

/** Endings of pages and routes, unless the config names others. */
const USUAL = ['tsx', 'ts', 'jsx', 'js'];
/** Endings of routes that need a server, which an export doesn't have. */
const SERVER = ['server.ts', 'server.js'];
/** Asked every second by pages in development. */
const SNAPSHOT_ROUTE = /^\/\.well-known\/stele\.json/;

/** A config by which routes that need a server are there. */
export function withServerRoutes(config: NextConfig): NextConfig {
  return { ...config, pageExtensions: [...(config.pageExtensions ?? USUAL), ...SERVER] };
}

/**
 * The config for a development server, which has drafts and their routes even if the website is exported later. Tells `stele dev`
 * where it is.
 */
export async function inDevelopment({ output, ...config }: NextConfig): Promise<NextConfig> {
  // Next.js says here what it listens on, before it reads the config.
  const port = Number(process.env.PORT);
  if (port > 0) await announceSite(port, config.basePath);
  return {
    ...withServerRoutes(config),
    ...(output && output !== 'export' && { output }),
    ...withoutChecks(config.logging),
  };
}

/** Options of logging, without the pages' checks for new content. */
function withoutChecks(logging: NextConfig['logging']): Pick<NextConfig, 'logging'> {
  const requests = logging === false ? false : (logging?.incomingRequests ?? true);
  if (logging === false || requests === false) return logging === undefined ? {} : { logging };
  const ignore = [...(requests === true ? [] : (requests.ignore ?? [])), SNAPSHOT_ROUTE];
  return { logging: { ...logging, incomingRequests: { ignore } } };
}
