import * as z from "zod";
import { Cents, CalendarDate, Id, text } from "../../../contract/values/values.ts";
import { recordAuditEntry } from "../../../rpc/context.ts";
import { portalOperation } from "../../../rpc/operation.ts";
import { readBankFile } from "./domain.file.ts";
import { listLineCandidates, listMatchedLines, matchAgain, matchLine, unmatchLine } from "./domain.manual.ts";
import { importBankStatement } from "./domain.ts";
import { BankLine, BankStatement, MatchedBankLine, MatchedLinesQuery, NewBankStatement } from "./schema.ts";

const permission = "trust:view";
const errors = ["NOT_FOUND", "INVALID_STATE_TRANSITION"] as const;
const clears = ["trust_disbursement.cleared"] as const;
const Shown = z.object({ bankLine: BankLine });
const ChosenLine = z.strictObject({ bankLineId: Id });

/** Half of what a request takes: the lines of 2,000 rows are some 200 kB. */
const maxFileLength = 500_000;

/** Those who keep the books compare them with the bank. */
export const bankStatementsPortal = {
  "bankStatements.preview": portalOperation({
    summary: "Read the lines of a bank's file",
    permission,
    tier: "write",
  })
    .input(z.strictObject({ text: text(1, maxFileLength) }))
    .output(
      z.object({
        lines: NewBankStatement.shape.lines,
        openingCents: Cents.nullable(),
        closingCents: Cents.nullable(),
        faults: z.array(z.object({ row: z.int(), message: z.string() })),
      }),
    )
    .mutation(({ ctx, input }) => {
      recordAuditEntry(ctx, { entity: "organization", id: ctx.organizationId }, []);
      return readBankFile(input.text);
    }),

  "bankStatements.import": portalOperation({
    summary: "Import a bank statement",
    permission,
    tier: "sensitive",
    emits: ["bank_statement.imported"],
    mayEmit: clears,
    errors: [...errors, "DUPLICATE_ENTRY"],
  })
    .input(NewBankStatement.extend({ trustAccountId: Id }))
    .output(z.object({ bankStatement: BankStatement }))
    .mutation(async ({ ctx, input: { trustAccountId, ...given } }) => ({
      bankStatement: await importBankStatement(ctx, trustAccountId, given),
    })),

  "bankLines.listCandidates": portalOperation({
    summary: "List transactions with the amount of a bank line",
    permission,
    tier: "read",
    errors: ["NOT_FOUND"],
  })
    .input(ChosenLine)
    .output(
      z.object({
        candidates: z.array(
          z.object({
            id: Id,
            on: CalendarDate,
            amountCents: Cents,
            checkNumber: z.string().nullable(),
            reference: z.string().nullable(),
          }),
        ),
      }),
    )
    .query(async ({ ctx, input }) => ({ candidates: await listLineCandidates(ctx, input.bankLineId) })),

  "bankLines.listMatched": portalOperation({
    summary: "List the matched bank lines of a trust account's open period",
    permission,
    tier: "read",
    errors: ["NOT_FOUND"],
  })
    .input(MatchedLinesQuery)
    .output(z.object({ bankLines: z.array(MatchedBankLine), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listMatchedLines(ctx, input)),

  "bankLines.match": portalOperation({
    summary: "Match a bank line with a transaction",
    permission,
    tier: "sensitive",
    mayEmit: clears,
    errors,
  })
    .input(ChosenLine.extend({ transactionId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { bankLineId, transactionId } }) => ({
      bankLine: await matchLine(ctx, bankLineId, transactionId),
    })),

  "bankLines.unmatch": portalOperation({
    summary: "Undo the match of a bank line",
    permission,
    tier: "sensitive",
    mayEmit: ["trust_disbursement.issued"],
    errors,
  })
    .input(ChosenLine)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ bankLine: await unmatchLine(ctx, input.bankLineId) })),

  "bankLines.matchAgain": portalOperation({
    summary: "Match the bank lines of a trust account again",
    permission,
    tier: "sensitive",
    mayEmit: clears,
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ trustAccountId: Id }))
    .output(z.object({ matchedCount: z.int() }))
    .mutation(async ({ ctx, input }) => ({ matchedCount: await matchAgain(ctx, input.trustAccountId) })),
};
