/** A page as the server sends it. */
export interface PageBody {
  nextCursor: string | null;
}

/** A list. `for await` reads all records, page by page; `await` reads the first page. */
export class Pages<Item, Page extends PageBody> implements AsyncIterable<Item>, PromiseLike<Page> {
  readonly #read: (after: string | undefined) => Promise<Page>;
  readonly #pick: (page: Page) => readonly Item[];
  readonly #isFeed: boolean;
  #first: Promise<Page> | undefined;

  constructor(
    read: (after: string | undefined) => Promise<Page>,
    pick: (page: Page) => readonly Item[],
    isFeed: boolean,
  ) {
    this.#read = read;
    this.#pick = pick;
    this.#isFeed = isFeed;
  }

  // An await calls it.
  // oxlint-disable-next-line unicorn/no-thenable
  then<Result = Page, Rejected = never>(
    onPage?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Result | Rejected> {
    return this.#begin().then(onPage, onError);
  }

  #begin(): Promise<Page> {
    return (this.#first ??= this.#read(undefined));
  }

  /** Page by page. A feed ends with an empty page. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let page = await this.#begin(); ; page = await this.#read(page.nextCursor ?? undefined)) {
      if (this.#isFeed && this.#pick(page).length === 0) return;
      yield page;
      if (page.nextCursor === null) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#pick(page);
  }
}
