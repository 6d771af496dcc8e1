import { ApiError } from '../../platform/errors.ts';
import { MAX_BODY_BYTES } from './body.ts';

/**
 * Limits the body of a request that a library reads.
 *
 * @param most the most bytes
 * @returns the same request, whose body fails when it gets longer
 * @throws ApiError `payload_too_large` when its Content-Length is larger
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
