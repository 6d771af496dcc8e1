import { postOf } from '../usual/site.ts';

const AUTHORS = 20;
const AT_ONCE = 8;

/** The state that a new post gets. */
export type State = 'draft' | 'published';

/** Texts of a post in one language. */
export interface Texts {
  readonly title: string;
  readonly slug: string;
  readonly body: string;
}

/** A post for another system. */
export interface NewPost<Id> {
  readonly shared: { readonly day: string; readonly author: Id; readonly related: readonly Id[] };
  readonly en: Texts;
  readonly de: Texts;
  readonly state: State;
}

/** Posts in another system: those it was filled with, and new ones. */
export class PeerPosts<Id> {
  readonly #create: (post: NewPost<Id>) => Promise<Id>;
  readonly #authors: readonly Id[];
  readonly #ids: Id[] = [];
  #next = 1_000_000;
  #chosen = 0;

  private constructor(create: (post: NewPost<Id>) => Promise<Id>, authors: readonly Id[]) {
    this.#create = create;
    this.#authors = authors;
  }

  /** Creates authors, and so many published posts, eight at a time. */
  static async fill<Id>(
    count: number,
    createAuthor: (name: string) => Promise<Id>,
    create: (post: NewPost<Id>) => Promise<Id>,
  ): Promise<PeerPosts<Id>> {
    const authors: Id[] = [];
    for (let n = 0; n < AUTHORS; n++) authors.push(await createAuthor(`Author ${n}`));
    const posts = new PeerPosts(create, authors);
    let made = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (made < count) posts.#ids.push(await posts.#make(made++, 'published'));
      }),
    );
    return posts;
  }

  /** One of those that were there from the beginning. */
  any(): Id {
    const id = this.#ids[(this.#chosen++ * 7919) % this.#ids.length];
    if (id === undefined) throw new Error('There are no posts.');
    return id;
  }

  create(state: State): Promise<Id> {
    return this.#make(this.#next++, state);
  }

  #make(number: number, state: State): Promise<Id> {
    const { en, de } = postOf(number, []);
    const author = this.#authors[number % AUTHORS];
    if (author === undefined) throw new Error('There are no authors.');
    const shared = { day: en.day, author, related: this.#ids.slice(0, 3) };
    return this.#create({ shared, en: textsOf(en), de: textsOf(de), state });
  }
}

function textsOf({ title, slug, body }: Texts): Texts {
  return { title, slug, body };
}
