/** A browser without pictures: it follows redirects, and keeps the cookies of each host. */
export class Browse {
  readonly #jars = new Map<string, Map<string, string>>();
  /** Host in an address → where it's really found. */
  readonly #hosts: Readonly<Record<string, string>>;

  constructor(hosts: Readonly<Record<string, string>>) {
    this.#hosts = hosts;
  }

  /** The value of a Cookie header for an address. */
  cookies(address: string): string {
    return [...this.#jar(address)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends one request, without following a redirect. */
  async send(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin, pathname, search } = new URL(address);
    const headers = new Headers(init.headers);
    headers.set('cookie', this.cookies(address));
    const url = `${this.#hosts[origin] ?? origin}${pathname}${search}`;
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie()) this.#keep(address, cookie);
    return answer;
  }

  /** Follows redirects until an address begins with `until`. @returns that address */
  async follow(address: string, until: string): Promise<URL> {
    let next = address;
    for (let step = 0; step < 12; step++) {
      if (next.startsWith(until)) return new URL(next);
      const answer = await this.send(next);
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${next} answered ${answer.status}: ${await answer.text()}`);
      next = new URL(location, next).href;
    }
    throw new Error(`It never got to ${until}.`);
  }

  /** Drops the cookies of an address. */
  forget(address: string): void {
    this.#jar(address).clear();
  }

  #jar(address: string): Map<string, string> {
    const { origin } = new URL(address);
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }

  #keep(address: string, cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const isOver = attributes.some((one) => /^max-age=0$/i.test(one) || /^expires=Thu, 01 Jan 1970/i.test(one));
    if (isOver) this.#jar(address).delete(pair.slice(0, at));
    else this.#jar(address).set(pair.slice(0, at), pair.slice(at + 1));
  }
}
