import type { SaxesParser } from 'saxes';
import { fail } from '../../failures.ts';

/** The most characters of an entity, and of all that stands for entities in a drawing. */
const LONGEST = 1_000;
const MOST = 100_000;

/** The declarations in a document type, one after another; a literal is quoted. */
const DECLARATION =
  /\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!(ENTITY|ELEMENT|ATTLIST|NOTATION)\s((?:[^"'<>]|"[^"]*"|'[^']*')*)>/y;
const TEXT_ENTITY = /^\s*([A-Za-z_:][\w:.-]*)\s+(?:"([^"]*)"|'([^']*)')\s*$/;

/**
 * Makes a parser know the entities that a drawing declares in itself: names for plain texts, as drawing programs declare
 * namespaces. All other declarations say nothing that a drawing needs. The parser fails once a drawing uses far more than it
 * declares.
 *
 * @param doctype the text between `<!DOCTYPE` and `>`
 * @throws FileFailure for entities that are read from elsewhere, or made of others
 */
export function declareEntities({ ENTITIES: known }: SaxesParser, doctype: string): void {
  const begin = doctype.indexOf('[');
  const subset = begin < 0 ? '' : doctype.slice(begin + 1, doctype.lastIndexOf(']'));
  let room = MOST;
  DECLARATION.lastIndex = 0;
  while (DECLARATION.lastIndex < subset.length) {
    const found = DECLARATION.exec(subset);
    if (!found) refuse();
    const [, kind, content = ''] = found;
    if (kind !== 'ENTITY') continue;
    const [, name, double, single] = TEXT_ENTITY.exec(content) ?? [];
    const text = double ?? single;
    if (name === undefined || text === undefined || text.length > LONGEST || /[&<%]/.test(text)) refuse();
    // The first declaration of a name counts.
    if (Object.hasOwn(known, name)) continue;
    Object.defineProperty(known, name, {
      get: () => {
        room -= text.length;
        return room < 0 ? refuse() : text;
      },
    });
  }
}

function refuse(): never {
  return fail('unsafe_svg', { reason: 'it declares entities' });
}
