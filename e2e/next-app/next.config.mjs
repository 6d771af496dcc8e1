/** @type {import('next').NextConfig} */
export default { poweredByHeader: false, ...(process.env.NEXT_DIST_DIR && { distDir: process.env.NEXT_DIST_DIR }) };
