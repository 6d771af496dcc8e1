import withStele from '@stele/loader/next/config';

export default withStele({
  poweredByHeader: false,
  ...(process.env.NEXT_DIST_DIR && { distDir: process.env.NEXT_DIST_DIR }),
});
