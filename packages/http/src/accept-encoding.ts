/** A content coding of answers. */
export type Encoding = 'br' | 'gzip';

/**
 * Chooses the encoding of an answer: the client's preferred one, and among equally preferred ones the smallest. Null for no encoding,
 * also for clients that refuse everything.
 *
 * @param acceptEncoding the request's Accept-Encoding
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | null {
  const { br, gzip, plain } = parseWeights(acceptEncoding);
  const best = Math.max(br, gzip);
  if (best === 0 || plain > best) return null;
  return br === best ? 'br' : 'gzip';
}

/**
 * Whether the client reads an encoding.
 *
 * @param acceptEncoding the request's Accept-Encoding
 */
export function acceptsEncoding(acceptEncoding: string | undefined, encoding: Encoding): boolean {
  return parseWeights(acceptEncoding)[encoding] > 0;
}

/** Weights from 0 to 1; 0 is refused. */
function parseWeights(list = ''): Record<Encoding | 'plain', number> {
  const weights = new Map<string, number>();
  for (const item of list.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    if (name === '') continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const weight = Number(quality);
    weights.set(name, /^[0-9.]+$/.test(quality) && weight >= 0 && weight <= 1 ? weight : 0);
  }
  const others = weights.get('*');
  return {
    br: weights.get('br') ?? 0,
    // Only gzip counts for a star: nearly all clients read it.
    gzip: weights.get('gzip') ?? weights.get('x-gzip') ?? others ?? 0,
    plain: weights.get('identity') ?? others ?? 0,
  };
}
