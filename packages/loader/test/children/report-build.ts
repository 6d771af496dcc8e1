// A build that reads posts, and reports that it ended when it's told to.
import { createLoader, reportBuild } from '../../src/index.ts';

const { ends, ...options } = JSON.parse(process.argv[2] ?? '{}');
const loader = createLoader({ ...options, log: false });
await loader.load('posts', { locale: 'en' });
if (ends) await reportBuild('finished');
process.stdout.write('built');
