import { catalog } from "../client/catalog.ts";

export const expensesScreen = catalog({
  title: "Expenses",
  description:
    "Case costs that a second person must approve before they are paid. Integrations record and submit them.",
  approveExpenses: "approve expenses",
  waiting: "Waiting for approval",
  waitingHint: "Oldest first. You cannot approve an expense that you, or a key you control, submitted.",
  noneWaiting: "No expenses waiting for approval",
  noneWaitingHint: "Submitted expenses at or above the firm’s threshold appear here.",
  nouns: ["expense", "expenses"] as const,
  expense: "Expense",
  number: "Number",
  amount: "Amount",
  vendor: "Vendor",
  category: "Category",
  case: "Case",
  submittedBy: "Submitted by",
  due: "Due",
  none: "—",
  decide: "Decide",
  decideOn: (number: string) => `Decide on ${number}`,
});

export const policyScreen = catalog({
  title: "Billing",
  description: "Which expenses a second person must approve, and who can approve them.",
  managePolicy: "change the billing policy",
  thePolicy: "the policy",
  approval: "Expense approval",
  threshold: "Approve without a second person below",
  thresholdHint: "In US dollars. Enter 0.00 to require approval of every expense.",
  enterAmount: "Enter an amount such as 500.00.",
  approvers: "Who can approve",
  approverNames: {
    members: "Members, in the portal",
    members_and_keys: "Members, and keys controlled by another person",
  },
  saved: "Policy saved.",
});
