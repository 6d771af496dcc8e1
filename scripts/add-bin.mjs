// At the end of a package's build, in its folder: puts the file there that its command begins with.
import { chmodSync, copyFileSync } from 'node:fs';

const target = 'dist/bin.cjs';
copyFileSync(new URL('bin.cjs', import.meta.url), target);
chmodSync(target, 0o755);
