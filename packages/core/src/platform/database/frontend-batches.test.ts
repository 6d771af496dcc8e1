import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FrontendBatch, FrontendBatches } from './frontend-batches.ts';

function message(type: string, body = ''): Buffer {
  const bytes = Buffer.alloc(5 + Buffer.byteLength(body));
  bytes.write(type, 0, 'latin1');
  bytes.writeInt32BE(bytes.length - 1, 1);
  bytes.write(body, 5);
  return bytes;
}

function opening(code: number, body = ''): Buffer {
  const bytes = Buffer.alloc(8 + Buffer.byteLength(body));
  bytes.writeInt32BE(bytes.length, 0);
  bytes.writeInt32BE(code, 4);
  bytes.write(body, 8);
  return bytes;
}

const STARTUP = opening(196608, 'user\0postgres\0\0');

function readAll(batches: FrontendBatches): FrontendBatch[] {
  const found: FrontendBatch[] = [];
  for (let batch = batches.next(); batch !== undefined; batch = batches.next()) found.push(batch);
  return found;
}

test('a conversation is cut into the same batches in whatever pieces it arrives', () => {
  const expected: FrontendBatch[] = [
    { kind: 'encryption-request', bytes: opening(80877103) },
    { kind: 'startup', bytes: STARTUP },
    { kind: 'messages', bytes: message('Q', 'SELECT 1\0') },
    {
      kind: 'messages',
      bytes: Buffer.concat([message('P', 'x'), message('B'), message('D'), message('E'), message('S')]),
    },
    { kind: 'messages', bytes: Buffer.concat([message('E', 'yy'), message('H')]) },
    { kind: 'copy-data', bytes: message('f', 'no\0') },
    { kind: 'terminate', bytes: message('X') },
  ];
  const conversation = Buffer.concat(expected.map(({ bytes }) => bytes));
  fc.assert(
    fc.property(fc.array(fc.nat(conversation.length)), (cuts) => {
      const batches = new FrontendBatches();
      const found: FrontendBatch[] = [];
      const edges = [0, ...cuts.sort((a, b) => a - b), conversation.length];
      for (let index = 1; index < edges.length; index += 1) {
        batches.add(conversation.subarray(edges[index - 1], edges[index]));
        found.push(...readAll(batches));
      }
      expect(found).toEqual(expected);
    }),
  );
});

test('the steps of an extended query wait for the message that ends them', () => {
  const batches = new FrontendBatches();
  batches.add(Buffer.concat([STARTUP, message('P'), message('B'), message('E')]));
  expect(readAll(batches).map(({ kind }) => kind)).toEqual(['startup']);
  batches.add(message('S'));
  expect(readAll(batches).map(({ kind }) => kind)).toEqual(['messages']);
});

test('a request to cancel is distinguished from a startup packet', () => {
  const batches = new FrontendBatches();
  batches.add(opening(80877102, '12345678'));
  expect(batches.next()?.kind).toBe('cancel-request');
});

test('bytes that are not the protocol are refused', () => {
  const batches = new FrontendBatches();
  batches.add(Buffer.from('\0\0\0\x01GET / HTTP/1.1'));
  expect(() => batches.next()).toThrow(RangeError);
});
