import { AppError } from "../../../contract/errors/error-codes.ts";
import { readInput, type RequestInput } from "../../../rpc/call/read-input.ts";
import { takesBody, type Declaration } from "../../../rpc/declarations.ts";
import type { ImportKind } from "./domain.fields.ts";
import { nameFaults, type Mapping, type RecordCall, type RowFault } from "./domain.record.ts";

/** A call whose input the operation accepts. */
export interface ValidRecordCall {
  declaration: Declaration;
  input: RequestInput;
}

/** What a row lacks that names nothing below which its record is: a note or an expense. */
export const describeMissingOwner = (kind: ImportKind): RowFault => ({
  column: null,
  message:
    kind === "expenses"
      ? "must name the case of the expense"
      : "must name the case, the client or the contact that the note is on",
});

/**
 * Checks a call as the operation checks a request's input.
 *
 * @param ifMatch the ETag that the record must have
 * @returns its faults by the columns of the file
 */
export function checkCall(
  operations: ReadonlyMap<string, Declaration>,
  mapping: Pick<Mapping, "kind" | "columns">,
  { operation, pathValues, body }: RecordCall,
  ifMatch?: string,
): ValidRecordCall | { faults: RowFault[] } {
  const declaration = operations.get(operation);
  if (declaration === undefined) throw new Error(`there is no operation ${operation}`);
  try {
    const sent = { query: [], body: takesBody(declaration) ? body : undefined, ifMatch, idempotencyKey: "import" };
    return { declaration, input: readInput({ declaration, pathValues: { ...pathValues } }, sent) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { faults: nameFaults(mapping, error.faults) };
  }
}
