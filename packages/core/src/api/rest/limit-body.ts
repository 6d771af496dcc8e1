import { ApiError } from '../../platform/errors.ts';
import { MAX_BODY_BYTES } from './body.ts';

/**
 * Bounds the body of a request that somebody else will read whole.
 *
 * @param most so many bytes
 * @returns the same request, whose body fails once it's longer than that
 * @throws ApiError `payload_too_large` when the request says so itself
 */
export function limitBody(request: Request, most: number = MAX_BODY_BYTES): Request {
  if (!request.body) return request;
  if (Number(request.headers.get('content-length') ?? 0) > most) throw new ApiError('payload_too_large');
  let length = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        length += part.byteLength;
        if (length > most) controller.error(new ApiError('payload_too_large'));
        else controller.enqueue(part);
      },
    }),
  );
  return new Request(request, { body: counted, duplex: 'half' });
}
