// Serves the API of the checkout that this file is in, on a database that other versions use too. Says where, and on request sends
// the example of every operation that this version has.
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { allRoutes, ExampleRequests } from '../../support/example-requests.ts';
import { silentLog } from '../../support/silent-log.ts';
import { startTestApp } from '../../support/test-app.ts';

const [url = '', directory = ''] = process.argv.slice(2);
const database = await openDatabase({ kind: 'postgres', url, poolSize: 5 }, { log: silentLog, migrate: true });
const app = await startTestApp({ database, directory });
const requests = await ExampleRequests.make(app);

// A stream of events doesn't end.
const finite = allRoutes.filter(({ key }) => key !== 'events.stream');

async function sendExamples(): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const route of finite) statuses[route.key] = (await requests.send(route)).status;
  return statuses;
}

process.on('message', (message) => {
  if (message === 'examples') void sendExamples().then((statuses) => process.send?.(statuses));
});
process.send?.({ url: app.url, projectId: requests.project.id, token: requests.project.tokens.admin });
