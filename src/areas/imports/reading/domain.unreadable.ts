/** Why a file cannot be read as a table: values of the enumeration `importFailure`. */
type UnreadableReason =
  | "open_quote"
  | "too_wide"
  | "not_a_table"
  | "password"
  | "no_rows"
  | "too_many_rows"
  | "too_costly";

/** The file is no table that can be imported. */
export class FileUnreadable extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason) {
    super(`The file cannot be read: ${reason}`);
    this.reason = reason;
  }
}
