// A build that reads posts with two loaders, and ends by itself.
import { createLoader } from '../../src/index.ts';

const options = JSON.parse(process.argv[2] ?? '{}');
for (const _ of [1, 2]) await createLoader(options).load('posts', { locale: 'en' });
process.stdout.write('built\n');
