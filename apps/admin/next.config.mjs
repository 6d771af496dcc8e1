/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // Types are checked by `npm run typecheck`, for the whole repository at once.
  typescript: { ignoreBuildErrors: true },
  // Everything else gets its header fields from the proxy, for each request.
  headers: async () => [
    { source: '/_next/static/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
  ],
  // An editing session ends when its screen goes; strict mode would end each one at once, in development only.
  reactStrictMode: false,
};

export default config;
