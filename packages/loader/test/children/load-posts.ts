import { createLoader } from '../../src/index.ts';

const stele = createLoader({ ...JSON.parse(process.argv[2] ?? '{}'), log: false });
const entries = await stele.load('posts', { locale: 'en' });
process.send?.(entries.length);
process.disconnect();
