const LEAST = [20, 19];

/** Ends the process with a sentence when Node is older than what the project needs. */
export function requireNodeVersion(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  console.error(`Stele needs Node ${LEAST.join('.')} or newer; this is Node ${version}. Please install a newer one.`);
  process.exit(1);
}
