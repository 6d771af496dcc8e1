import { LoaderError } from '../errors.ts';
import type { Answer } from '../http/http.ts';
import { checkObject, type Loose, parseJson, ShapeError } from '../shapes.ts';
import { refusalOf } from './refusal.ts';

/**
 * What is made of an answer's object.
 *
 * @param hint what may be wrong when it's something else
 * @throws LoaderError `bad_response`, or what a refusal says
 */
export function readAnswer<Result>(answer: Answer, url: string, parse: (object: Loose) => Result, hint = ''): Result {
  if (answer.status !== 200) throw refusalOf(answer, url);
  try {
    return parse(checkObject(parseJson(answer.body), 'the answer'));
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const { status, requestId } = answer;
    const message = `${url} answered with something else than expected: ${error.message}.${hint}`;
    throw new LoaderError('bad_response', message, { url, status, requestId });
  }
}
