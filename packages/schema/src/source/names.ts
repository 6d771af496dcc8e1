/** Words that can't name a variable in a module. */
const RESERVED = `arguments await break case catch class const continue debugger default delete do else enum eval export
  extends false finally for function if implements import in instanceof interface let new null package private
  protected public return static super switch this throw true try typeof undefined var void while with yield`.split(
  /\s+/,
);

/** Plurals that the rules get wrong. */
const SINGULARS: Readonly<Record<string, string>> = {
  people: 'person',
  movies: 'movie',
  cookies: 'cookie',
  categories: 'category',
  heroes: 'hero',
  news: 'news',
  series: 'series',
  species: 'species',
};

/** Gives out unique names. */
export class Names {
  readonly #taken: Set<string>;

  /** @param taken names that aren't given out */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** The first of some names that is free, or else the last of them with a number. */
  take(...wanted: readonly [string, ...string[]]): string {
    const last = wanted.at(-1) ?? wanted[0];
    let name = wanted.find((candidate) => !this.#taken.has(candidate));
    for (let number = 2; name === undefined; number++) {
      if (!this.#taken.has(`${last}${number}`)) name = `${last}${number}`;
    }
    this.#taken.add(name);
    return name;
  }
}

/** Names for variables, which are no reserved words. @param taken names that are in use besides */
export function variableNames(taken: Iterable<string>): Names {
  return new Names([...RESERVED, ...taken]);
}

/** A key in camel case: `blog_posts` → `blogPosts`. */
export function camelCase(key: string): string {
  const name = pascalCase(key);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** A key in Pascal case: `blog_posts` → `BlogPosts`. */
export function pascalCase(key: string): string {
  return key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** A key whose last word is in the singular: `blog_posts` → `blog_post`. */
export function singular(key: string): string {
  const at = key.lastIndexOf('_') + 1;
  return key.slice(0, at) + singularWord(key.slice(at));
}

function singularWord(word: string): string {
  if (Object.hasOwn(SINGULARS, word)) return SINGULARS[word] ?? word;
  if (/(ss|us|is)$/.test(word) || word.length < 3) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
