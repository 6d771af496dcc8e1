import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
const lines: { level: number }[] = [];

beforeAll(async () => {
  app = await startTestApp({
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  });
});
afterAll(() => app.close());

/** Sends bytes as they are. @returns the answer's status, its headers and its body */
async function send(text: string): Promise<{ status: number; head: string; body: { error: { code: string } } }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const piece of socket) answer += piece;
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) };
}

it('answers what is no HTTP, and too long addresses and headers, in the envelope', async () => {
  const answers = [
    await send('nonsense\r\n\r\n'),
    await send(`GET /v1/${'x'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
    await send(`GET /v1/instance HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`),
  ];
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
    [400, 'validation_failed'],
    [431, 'headers_too_large'],
    [431, 'headers_too_large'],
  ]);
  for (const { head } of answers) {
    expect(head).toContain('x-request-id: ');
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain('connection: close');
  }
});

it('a body that breaks off, or isn’t JSON, is no error of ours', async () => {
  lines.length = 0;
  const head = (path: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"email":`;
  for (const path of ['/v1/instance/setup', '/auth/sign-in/email', '/trpc/instance.setUp']) {
    for (let times = 0; times < 3; times++) {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      await new Promise((resolve) => socket.write(head(path), resolve));
      socket.destroy();
    }
  }
  const text = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' };
  for (const path of ['/v1/instance/setup', '/auth/sign-in/email', '/trpc/instance.setUp']) {
    const response = await fetch(app.url + path, text);
    expect([path, response.status]).toEqual([path, 415]);
    expect(await response.json()).toMatchObject({ error: { code: 'unsupported_media_type' } });
  }
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});
