// The part of a site's build that reads content: prints everything in a snapshot, as JSON.
import { createLoader } from '@stele/loader';

// The mirror is asked when the API fails, not when a busy machine is slow.
const stele = createLoader({ cache: process.argv[2], log: false, mirrorAfter: 600_000 });
const snapshot = await stele.snapshot();
const pages = {};
for (const { collection, locale } of snapshot.files) {
  const entries = await stele.load(collection, { locale });
  pages[`${collection}.${locale}`] = entries.map(({ id, digest, values }) => ({ id, digest, values }));
}
console.log(JSON.stringify({ id: snapshot.id, source: snapshot.source, pages }));
