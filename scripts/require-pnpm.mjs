// Before a package is packed: only pnpm puts versions in place of `catalog:` and `workspace:`, which no other tool understands.
if (!process.env.npm_config_user_agent?.startsWith('pnpm/')) {
  console.error(
    'Pack with `pnpm pack`: npm would leave "catalog:" and "workspace:" in package.json, and no one could install it.',
  );
  process.exit(1);
}
