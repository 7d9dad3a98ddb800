import type { Metadata } from "next";
import { DeadlinesScreen } from "../../../../../src/portal/deadlines/deadlines-screen.tsx";
import { deadlinesScreen as t } from "../../../../../src/portal/deadlines/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <DeadlinesScreen />;
}
