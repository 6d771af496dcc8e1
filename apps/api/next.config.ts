import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  serverExternalPackages: ['@stele/core', '@stele/storage', '@electric-sql/pglite', 'pg', '@prisma/adapter-pg', 'pino'],
};

export default config;
