import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeApiTypes } from './api-types.ts';

writeFileSync(path.join(import.meta.dirname, '..', 'src', 'api-types.ts'), await writeApiTypes());
