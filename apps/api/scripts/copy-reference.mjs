// Puts the API reference's script among the files that Next serves, so that /docs needs nothing from elsewhere.
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const packageEntry = fileURLToPath(import.meta.resolve('@scalar/api-reference'));
const target = path.join(import.meta.dirname, '..', 'public', 'reference');
mkdirSync(target, { recursive: true });
copyFileSync(path.join(path.dirname(packageEntry), 'browser', 'standalone.js'), path.join(target, 'scalar.js'));
