import type { Metadata } from "next";
import { ExpensesScreen } from "../../../../../src/portal/billing/expenses-screen.tsx";
import { expensesScreen as t } from "../../../../../src/portal/billing/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ExpensesScreen />;
}
