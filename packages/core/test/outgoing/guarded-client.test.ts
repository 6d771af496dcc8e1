import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  GuardedClient,
  type GuardedClientOptions,
  type OutgoingRequest,
} from '../../src/platform/outgoing/guarded-client.ts';
import { OutgoingRequestError } from '../../src/platform/outgoing/outgoing-error.ts';
import { isPublicAddress } from '../../src/platform/outgoing/public-address.ts';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function client(options: GuardedClientOptions = {}): GuardedClient {
  const made = new GuardedClient(options);
  opened.push(() => made.close());
  return made;
}

const anywhere = (): boolean => true;

/** A server on this machine. @returns the server's port, and the requests that it got */
async function serve(listener: RequestListener): Promise<{ port: number; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

/** The error with which a request failed. */
async function faultOf(send: Promise<unknown>): Promise<string> {
  const error = await send.then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(OutgoingRequestError);
  return (error as OutgoingRequestError).fault;
}

/** Resolves every name to these addresses, one set after another. */
function resolving(...sets: string[][]): NonNullable<GuardedClientOptions['lookup']> {
  let turn = 0;
  return (_hostname, _options, callback) => {
    const addresses = sets[Math.min(turn++, sets.length - 1)] ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

const PRIVATE_IPV4 = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.255.0.1'],
  ...['168.63.129.16', '169.254.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.170'],
  ...['192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '254.0.0.1', '255.255.255.255'],
];
const PRIVATE_IPV6 = [
  ...[
    '::',
    '::1',
    '::2',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:168.63.129.16',
  ],
  ...['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1', '64:ff9b:1::808:808', '100::1'],
  ...[
    '2001::1',
    '2001:0:7f00:1::',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::',
  ],
  ...[
    '3fff::1',
    '4000::1',
    '5f00::1',
    '8000::1',
    'fc00::1',
    'fd12:3456::1',
    'fdff::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
  ],
  ...['feff::1', 'ff00::1', 'ff02::1', 'ff0e::1'],
];
/** Spellings that the URL parser brings to one of those, and what else leads to this machine without a name server. */
const SPELLINGS = [
  ...['http://2130706433/', 'http://017700000001/', 'http://0x7f000001/', 'http://0x7f.0.0.1/', 'http://0177.0.0.1/'],
  ...['http://127.1/', 'http://127.0.1/', 'http://0/', 'http://00.0.0.0/', 'http://127.0.0.1./', 'http://①②⑦.0.0.1/'],
  ...[
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://127.0.0.1%2e/',
    'http://%31%32%37.0.0.1/',
    'http://3232235521/',
  ],
  ...['http://0xA9FEA9FE/', 'http://[::ffff:7f00:1]/', 'http://[0:0:0:0:0:ffff:127.0.0.1]/', 'http://[::ffff:0:0]/'],
  ...['http://[0000:0000:0000:0000:0000:0000:0000:0001]/', 'http://[::127.0.0.1]/', 'http://[64:ff9b::127.0.0.1]/'],
  ...['http://localhost/', 'http://LOCALHOST/', 'http://localhost./', 'http:\\\\127.0.0.1\\', 'http:127.0.0.1'],
];
const OTHER_ADDRESSES = [
  ...['ftp://example.org/', 'file:///etc/passwd', 'gopher://example.org/', 'data:text/plain,x', 'javascript:alert(1)'],
  ...[
    'http://user@example.org/',
    'https://user:secret@example.org/',
    'example.org/hook',
    '//example.org/',
    '',
    'http://',
  ],
  ...['http://[::1%25lo]/', 'http://a b/', 'unix:/run/x.sock', 'http://999.1.1.1/'],
];

describe('addresses that are not allowed', () => {
  it('are a hundred and more', () => {
    const all = [...PRIVATE_IPV4, ...PRIVATE_IPV6, ...SPELLINGS, ...OTHER_ADDRESSES];
    expect(new Set(all).size).toBeGreaterThanOrEqual(100);
  });

  it.each([...PRIVATE_IPV4, ...PRIVATE_IPV6])('%s, as it is and as what a name resolves to', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const literal = address.includes(':') ? `[${address}]` : address;
    expect(await faultOf(client().send(`http://${literal}/`))).toBe('address_refused');
    const named = client({ lookup: resolving([address]) });
    expect(await faultOf(named.send('http://hook.example/'))).toBe('address_refused');
    const among = client({ lookup: resolving(['93.184.215.14', address]) });
    expect(await faultOf(among.send('http://hook.example/'))).toBe('address_refused');
  });

  it.each([...SPELLINGS, ...OTHER_ADDRESSES])('%s', async (address) => {
    expect(await faultOf(client().send(address))).toBe('address_refused');
  });

  it.each(['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    'but not %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('a name', () => {
  it('is judged by what it resolves to when the connection is made, and nothing is sent to an unsafe one', async () => {
    const { port, requests } = await serve((_request, response) => response.end('secret'));
    const turning = client({ lookup: resolving(['127.0.0.1']) });
    // A check beforehand found nothing wrong with it.
    expect(turning.checkAddress(`http://rebound.example:${port}/`).hostname).toBe('rebound.example');
    expect(await faultOf(turning.send(`http://rebound.example:${port}/`))).toBe('address_refused');
    expect(requests).toEqual([]);
  });

  it('that cannot be resolved is unreachable', async () => {
    const lookup: NonNullable<GuardedClientOptions['lookup']> = (_hostname, _options, callback) =>
      callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    expect(await faultOf(client({ lookup }).send('http://nowhere.example/'))).toBe('unreachable');
  });
});

describe('where private addresses are allowed', () => {
  const send = (listener: RequestListener, options: OutgoingRequest = {}) =>
    serve(listener).then(({ port }) => client({ mayRequest: anywhere }).send(`http://127.0.0.1:${port}/hook`, options));

  it('an answer is read, whatever its status', async () => {
    const answer = await send((request, response) => {
      request.resume();
      response.writeHead(410, { 'x-reason': 'gone' }).end('no more');
    });
    expect([answer.status, answer.headers['x-reason'], answer.body.toString()]).toEqual([410, 'gone', 'no more']);
  });

  it('a body is sent with its headers', async () => {
    const { port, requests } = await serve((request, response) => void request.pipe(response));
    const answer = await client({ mayRequest: anywhere }).send(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'webhook-id': 'evt_1' },
      body: '{"a":1}',
    });
    expect(answer.body.toString()).toBe('{"a":1}');
    expect(requests.map(({ method, headers }) => [method, headers['webhook-id']])).toEqual([['POST', 'evt_1']]);
  });

  it('a redirect is an answer like any other unless it is to be followed', async () => {
    const answer = await send((_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
    expect([answer.status, answer.headers.location]).toEqual([302, 'http://10.0.0.1/']);
  });

  it('an answer that is longer than allowed is broken off', async () => {
    let sent = 0;
    const endless = (_request: IncomingMessage, response: ServerResponse): void => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await faultOf(send(endless, { maxBytes: 100_000 }))).toBe('answer_too_large');
    expect(sent).toBeLessThan(100_000_000);
  });

  it('an answer that does not come, or does not end, in time is given up', async () => {
    expect(await faultOf(send(() => undefined, { timeoutMs: 50 }))).toBe('timed_out');
    expect(await faultOf(send((_request, response) => void response.write('x'), { timeoutMs: 50 }))).toBe('timed_out');
  });

  it('garbage, a reset and a closed port are unreachable', async () => {
    const faults: string[] = [];
    for (const behave of ['garbage', 'reset'] as const) {
      const server = createTcpServer((socket) => {
        socket.on('error', () => undefined);
        if (behave === 'garbage') socket.resume().end('SSH-2.0-OpenSSH_9.2\r\n');
        else socket.once('data', () => socket.resetAndDestroy());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      faults.push(await faultOf(client({ mayRequest: anywhere }).send(`http://127.0.0.1:${port}/`)));
      await new Promise((resolve) => server.close(resolve));
      faults.push(await faultOf(client({ mayRequest: anywhere }).send(`http://127.0.0.1:${port}/`)));
      await expect(new Promise((_, reject) => connect(port, '127.0.0.1').once('error', reject))).rejects.toThrow();
    }
    expect(faults).toEqual(Array(4).fill('unreachable'));
  });
});

describe('redirects that are to be followed', () => {
  const follow = (port: number, redirects: number) => {
    const outside = client({ mayRequest: anywhere, lookup: resolving(['127.0.0.1']) });
    return outside.send(`http://start.example:${port}/0`, { redirects });
  };

  it('lead to the last address', async () => {
    const { port } = await serve((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 2) response.end('here');
      else response.writeHead(307, { location: `/${step + 1}` }).end();
    });
    const answer = await follow(port, 2);
    expect([answer.body.toString(), new URL(answer.url).pathname]).toEqual(['here', '/2']);
  });

  it('are refused when they are too many', async () => {
    const { port } = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end());
    expect(await faultOf(follow(port, 3))).toBe('too_many_redirects');
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://10.1/',
    'file:///etc/passwd',
    'http://',
  ])('are refused when one leads to %s', async (location) => {
    const { port, requests } = await serve((_request, response) => response.writeHead(302, { location }).end());
    // The first server counts as one of the public internet.
    const guarded = client({ mayRequest: (address) => address === '127.0.0.1' || isPublicAddress(address) });
    expect(await faultOf(guarded.send(`http://127.0.0.1:${port}/`, { redirects: 3 }))).toBe('address_refused');
    expect(requests).toHaveLength(1);
  });
});

it('takes no proxy from the environment', async () => {
  const { port: proxy, requests } = await serve((_request, response) => response.end('from the proxy'));
  const { port } = await serve((_request, response) => response.end('direct'));
  process.env.HTTP_PROXY = `http://127.0.0.1:${proxy}`;
  opened.push(() => delete process.env.HTTP_PROXY);
  const answer = await client({ mayRequest: anywhere }).send(`http://127.0.0.1:${port}/`);
  expect([answer.body.toString(), requests]).toEqual(['direct', []]);
});

describe('a body that comes in drops', () => {
  const fast = 'x'.repeat(500_000);

  it('is given up when it is slower than the caller asks for', async () => {
    const { port } = await serve((_request, response) => {
      const drip = setInterval(() => response.write('x'), 1);
      response.on('close', () => clearInterval(drip));
    });
    const slow = client({ mayRequest: anywhere, speedWindowMs: 100 });
    expect(await faultOf(slow.send(`http://127.0.0.1:${port}/`, { leastSpeed: 1_000_000 }))).toBe('too_slow');
  });

  it('is given up when nothing of it comes any more', async () => {
    const { port } = await serve((_request, response) => void response.write('x'));
    const slow = client({ mayRequest: anywhere, speedWindowMs: 20 });
    expect(await faultOf(slow.send(`http://127.0.0.1:${port}/`, { leastSpeed: 1 }))).toBe('too_slow');
  });

  it('is taken at any speed that is asked for, to its end', async () => {
    const { port } = await serve((_request, response) => response.end(fast));
    const patient = client({ mayRequest: anywhere });
    const options = { leastSpeed: 1_000_000_000, maxBytes: 1_000_000 };
    expect((await patient.send(`http://127.0.0.1:${port}/`, options)).body.byteLength).toBe(fast.length);
  });
});
