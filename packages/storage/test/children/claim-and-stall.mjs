// Announces an exclusive change of an object, says so, and never makes it.
import { Claims } from '../../dist/disk/claims.js';

const [folder, key] = process.argv.slice(2);
await new Claims(folder).claim(key, 'exclusive', null);
process.stdout.write('claimed\n');
setInterval(() => {}, 1_000_000);
