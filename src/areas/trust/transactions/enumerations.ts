import { enumeration } from "../../../contract/enumeration.ts";

export const trustTransactionEnumerations = {
  trustTransactionType: enumeration("What a transaction of a trust account is.", {
    opening_balance: "What a ledger held when its books began here.",
    deposit: "Money that came in, for clients, or whose owner is not known yet.",
    identification: "Money of an unidentified deposit whose owner is known now.",
    disbursement: "Money that was paid out for an approved disbursement.",
    firm_deposit: "The firm's own money, for bank fees.",
    firm_cover: "The firm's own money, for what a returned deposit leaves short.",
    bank_fee: "A fee of the bank, out of the firm's own money.",
    interest: "Interest that the account earned.",
    interest_remittance: "Interest that was passed on, such as to the state's program for legal aid.",
    deposit_return: "A deposit that the bank returned.",
    disbursement_void: "A disbursement that was voided.",
    reversal: "What takes a transaction back that was recorded by mistake.",
  }),
  trustMethod: enumeration("How money came into a trust account or left it.", {
    check: "By check.",
    cashiers_check: "By cashier's check.",
    ach: "By automated clearing house.",
    wire: "By wire.",
    internal_transfer: "Between accounts of the same bank.",
  }),
  clearanceBasis: enumeration("Why a deposit counts as cleared.", {
    at_once: "Its method clears when it is recorded.",
    bank_confirmed: "The bank confirmed it.",
    hold_elapsed: "The account's hold of its method is over.",
  }),
} as const;
