import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  // An editing session ends when its screen goes; strict mode would end each one at once, in development only.
  reactStrictMode: false,
};

export default config;
