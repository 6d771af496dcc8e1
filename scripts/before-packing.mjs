// Before a package is packed, in its folder: only pnpm puts versions in place of `catalog:` and `workspace:`, which no other
// tool understands; and what isn't built can't be run by anyone.
import { existsSync, readFileSync } from 'node:fs';

/** The files that a package's manifest promises. */
function promisedFiles({ bin = {}, exports: own = {}, publishConfig = {} }) {
  const targets = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(targets));
  return [...targets(bin), ...targets(publishConfig.exports ?? own)];
}

function refuse(message) {
  console.error(message);
  process.exit(1);
}

if (!process.env.npm_config_user_agent?.startsWith('pnpm/')) {
  refuse(
    'Pack with `pnpm pack`: npm would leave "catalog:" and "workspace:" in package.json, and no one could install it.',
  );
}
const missing = promisedFiles(JSON.parse(readFileSync('package.json', 'utf8'))).filter((file) => !existsSync(file));
if (missing.length > 0) refuse(`Build first, with \`pnpm build\`: ${missing.join(', ')} would be missing.`);
