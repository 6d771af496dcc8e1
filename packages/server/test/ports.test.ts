import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { readPort, requireFreePorts } from '../src/ports.ts';

test('a port comes from its variable, else it is the default', () => {
  expect(readPort({ SOME_PORT: '4711' }, 'SOME_PORT', 3000)).toBe(4711);
  expect(readPort({ SOME_PORT: '' }, 'SOME_PORT', 3000)).toBe(3000);
});

test('what is not a port is refused with the name of its variable', () => {
  for (const value of ['http', '0', '65536', '3000.5']) {
    expect(() => readPort({ SOME_PORT: value }, 'SOME_PORT', 3000)).toThrow(`SOME_PORT is ${value}`);
  }
});

test('a port that is taken, or wanted twice, is refused with what to change', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(requireFreePorts([{ variable: 'A_PORT', port }], '127.0.0.1')).rejects.toMatchObject({
    message: `Port ${port} on 127.0.0.1 is taken by another program, perhaps by another Stele. Stop it, or set A_PORT to a free port.`,
    code: 'port_taken',
    port,
  });
  server.close();
  await once(server, 'close');
  await requireFreePorts([{ variable: 'A_PORT', port }], '127.0.0.1');
  const twice = [
    { variable: 'A_PORT', port },
    { variable: 'B_PORT', port },
  ];
  await expect(requireFreePorts(twice, '127.0.0.1')).rejects.toThrow(`A_PORT and B_PORT are both ${port}`);
});
