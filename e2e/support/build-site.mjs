// The part of a site's build that reads content: prints everything in a snapshot, as JSON.
import { createLoader } from '@stele/loader';

const stele = createLoader({ cache: process.argv[2], log: false });
const snapshot = await stele.snapshot();
const pages = {};
for (const { collection, locale } of snapshot.files) {
  const entries = await stele.load(collection, { locale });
  pages[`${collection}.${locale}`] = entries.map(({ id, digest, values }) => ({ id, digest, values }));
}
console.log(JSON.stringify({ id: snapshot.id, source: snapshot.source, pages }));
