import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js';

/** Paths of the API: proxied here in development, and by `packages/server` for the built admin. */
const API_PATHS = ['/trpc/:path*', '/auth/:path*', '/v1/projects/:id/events'];

/**
 * Built into files that any static server can hand out; see docs/architecture.md.
 *
 * @returns {import('next').NextConfig}
 */
export default function config(phase) {
  const api = process.env.API_URL ?? 'http://localhost:3000';
  const isDevelopment = phase === PHASE_DEVELOPMENT_SERVER;
  return {
    ...(isDevelopment
      ? { rewrites: async () => API_PATHS.map((source) => ({ source, destination: `${api}${source}` })) }
      : { output: 'export' }),
    // Types are checked by `npm run typecheck`, for the whole repository at once.
    typescript: { ignoreBuildErrors: true },
    // An editing session ends when its screen goes; strict mode would end each one at once, in development only.
    reactStrictMode: false,
  };
}
