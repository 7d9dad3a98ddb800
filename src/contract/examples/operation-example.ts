/** An example of an operation. Tests validate each against the operation's schemas. */
export interface OperationExample {
  /** Path and query parameters. */
  parameters?: Readonly<Record<string, string | number>>;
  body?: Readonly<Record<string, unknown>>;
  /** The members besides `success: true`. */
  response: Readonly<Record<string, unknown>>;
}
