import { readBankCsv, type ReadStatement } from "./domain.csv.ts";
import { isOfx, readBankOfx } from "./domain.ofx.ts";

/**
 * Reads the lines of a bank's file, CSV or OFX.
 *
 * @throws VALIDATION_FAILED for a file that is neither, or that is not of one account in US dollars
 */
export const readBankFile = (text: string): ReadStatement => (isOfx(text) ? readBankOfx(text) : readBankCsv(text));
