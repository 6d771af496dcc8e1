import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a port of its own that answers as a GitHub server does, by GitHub's documents of its OAuth apps and its REST API. */
export class GithubPeer {
  readonly #server: Server;
  /** The PKCE challenges of codes that were given. */
  readonly #codes = new Map<string, string>();
  url = '';
  user = { id: 583_231, login: 'octocat', name: 'Mona Lisa' };
  emails = [
    { email: 'other@example.org', primary: false, verified: true },
    { email: 'mona@example.org', primary: true, verified: true },
  ];
  /** How many teams there are: `acme/team-1` and on. */
  teams = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(({ status = 200, headers = {}, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
      });
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #answer(
    request: IncomingMessage,
  ): Promise<{ status?: number; headers?: Record<string, string>; body: unknown }> {
    const url = new URL(request.url ?? '', this.url);
    const { searchParams: query, pathname } = url;
    if (pathname === '/login/oauth/authorize') {
      const code = `code-${this.#codes.size + 1}`;
      this.#codes.set(code, query.get('code_challenge') ?? '');
      const back = new URL(query.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({
        code,
        state: query.get('state') ?? '',
        iss: `${this.url}/login/oauth`,
      }).toString();
      return { status: 302, headers: { location: back.href }, body: null };
    }
    if (pathname === '/login/oauth/access_token') return { body: await this.#token(request) };
    if (request.headers.authorization !== 'Bearer the-token')
      return { status: 401, body: { message: 'Bad credentials' } };
    if (pathname === '/api/v3/user') return { body: this.user };
    if (pathname === '/api/v3/user/emails') return { body: this.emails };
    const [size, page] = [Number(query.get('per_page')), Number(query.get('page'))];
    const all = Array.from({ length: this.teams }, (_, n) => ({
      slug: `team-${n + 1}`,
      organization: { login: 'acme' },
    }));
    return { body: all.slice((page - 1) * size, page * size) };
  }

  /** Like GitHub, it answers a wrong code with status 200. */
  async #token(request: IncomingMessage): Promise<object> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    const challenge = this.#codes.get(form.get('code') ?? '');
    const given = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = form.get('client_id') === 'stele' && form.get('client_secret') === 'secret' && given === challenge;
    if (!isRight) return { error: 'bad_verification_code', error_description: 'The code is wrong.' };
    return { access_token: 'the-token', token_type: 'bearer', scope: 'read:user,user:email' };
  }
}
