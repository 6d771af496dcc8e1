import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { revalidateRoute } from '../src/next/index.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({ type: 'snapshot.live', timestamp: '2026-11-22T09:00:00.000Z', data: {} });

/** A message as Stele sends it. */
function message({ secret = SECRET, at = new Date(), signed = BODY, body = BODY } = {}): Request {
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, signed),
  };
  return new Request('http://site.test/api/revalidate', { method: 'POST', headers, body });
}

const statusOf = async (request: Request, secret = SECRET): Promise<number> =>
  (await revalidateRoute({ secret })(request)).status;

describe("a route with a webhook's secret", () => {
  it('lets a signed message revalidate, which is up to Next.js then', async () => {
    await expect(statusOf(message())).rejects.toThrow(/static generation store/);
  });

  it('refuses messages that are signed with another secret, altered, old, or not signed', async () => {
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    const old = new Date(Date.now() - 10 * 60_000);
    const unsigned = new Request('http://site.test/', { method: 'POST', body: BODY });
    const withToken = new Request('http://site.test/', { headers: { authorization: `Bearer ${SECRET}` } });
    for (const request of [
      message({ secret: other }),
      message({ body: `${BODY} ` }),
      message({ at: old }),
      unsigned,
      withToken,
    ]) {
      expect(await statusOf(request)).toBe(401);
    }
  });
});

describe('a route with a secret of another kind', () => {
  const call = (headers: Record<string, string>, query = ''): Promise<number> =>
    statusOf(new Request(`http://site.test/${query}`, { method: 'POST', headers }), 'open sesame');

  it('takes it as a Bearer token or in the address, and nothing else', async () => {
    await expect(call({ authorization: 'Bearer open sesame' })).rejects.toThrow(/static generation store/);
    await expect(call({}, '?secret=open%20sesame')).rejects.toThrow(/static generation store/);
    expect(await call({ authorization: 'Bearer open' })).toBe(401);
    expect(await call({})).toBe(401);
  });
});

it('says that it has no secret', async () => {
  const response = await revalidateRoute({ secret: '' })(message());
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('STELE_REVALIDATE_SECRET') });
});
