import { catalog } from "../client/catalog.ts";

export const expensesScreen = catalog({
  title: "Expenses",
  description:
    "Costs of cases that wait for a second person. Integrations record and submit them; approved ones are paid.",
  approveExpenses: "approve expenses",
  waiting: "Waiting for approval",
  waitingHint: "The oldest first. You cannot approve what you submitted, or what a key submitted that you control.",
  noneWaiting: "No expense waits for approval",
  noneWaitingHint: "An expense of at least the firm’s threshold waits here when it is submitted.",
  nouns: ["expense", "expenses"] as const,
  expense: "Expense",
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
  description: "Which expenses a second person approves, and where.",
  managePolicy: "change the billing policy",
  thePolicy: "the policy",
  approval: "Approval of expenses",
  threshold: "Approve without a second person below",
  thresholdHint: "US dollars. With 0.00 a second person approves every expense.",
  enterAmount: "Enter an amount such as 500.00.",
  approvers: "Who approves",
  approverNames: {
    members: "Members, in the portal",
    members_and_keys: "Members, and keys that another person controls",
  },
  saved: "Policy saved.",
});
