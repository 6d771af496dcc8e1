import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

let receiver: Server;
const received: Exported[] = [];
const TRACE = '0af7651916cd43dd8448eb211c80319c';

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const piece of request) body.push(piece as Buffer);
    if (request.url === '/v1/traces') received.push(JSON.parse(Buffer.concat(body).toString()) as Exported);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(() => receiver.close());

it('sends a publish as one trace, which goes on from that of the caller', async () => {
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const app = await startTestApp({ tracing: { endpoint, service: 'stele-test' } });
  const project = await app.project();
  const path = `/projects/${project.id}/entries`;
  const { body } = await project.api.post(path, { collection_key: 'posts', values: { en: { title: 'A' } } });
  const published = await fetch(`${app.url}/v1${path}/${body.id}/publish`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${project.tokens.admin}`,
      'content-type': 'application/json',
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ locales: ['en'] }),
  });
  await published.text();
  await fetch(`${app.url}/livez`);
  await app.close();
  const resource = received[0]?.resourceSpans[0]?.resource.attributes;
  expect(resource).toContainEqual({ key: 'service.name', value: { stringValue: 'stele-test' } });
  const all = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
  expect(all.map(({ name }) => name)).not.toContain('GET /livez');
  const spans = all.filter(({ traceId }) => traceId === TRACE);
  const named = (name: string) => spans.find((span) => span.name === name);
  const request = named('POST /v1/projects/{projectId}/entries/{entryId}/publish');
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  expect(request?.attributes).toContainEqual({
    key: 'stele.request_id',
    value: { stringValue: published.headers.get('x-request-id') },
  });
  for (const step of ['plan', 'build', 'commit', 'mirror']) expect(named(`publish ${step}`), step).toBeDefined();
  expect(named('storage putAll')?.parentSpanId).toBe(named('publish build')?.spanId);
  expect(named('storage put')?.parentSpanId).toBe(named('publish mirror')?.spanId);
  const commit = spans.filter(({ parentSpanId }) => parentSpanId === named('publish commit')?.spanId);
  expect(commit.map(({ name }) => name)).toEqual(expect.arrayContaining(['database BEGIN', 'database COMMIT']));
  // The text of statements has no values.
  expect(JSON.stringify(spans)).not.toContain(project.tokens.admin);
});

it('loads the packages of OpenTelemetry only where traces are wanted', () => {
  const source = path.join(import.meta.dirname, '..', '..', 'src');
  const importing = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      /from '(@opentelemetry|.*\/tracing\.ts')/.test(readFileSync(path.join(source, file), 'utf8')),
  );
  // Only a type.
  expect(importing).toEqual([path.join('server', 'start-services.ts')]);
  expect(readFileSync(path.join(source, 'server/start-services.ts'), 'utf8')).toContain(
    'import type { TracingSettings }',
  );
});
