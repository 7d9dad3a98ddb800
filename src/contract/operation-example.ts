/** What an operation looks like in use. The tests hold every one against the operation's own schemas. */
export interface OperationExample {
  /** Path and query parameters. */
  parameters?: Readonly<Record<string, string | number>>;
  body?: Readonly<Record<string, unknown>>;
  /** What stands beside `success: true`. */
  response: Readonly<Record<string, unknown>>;
}
