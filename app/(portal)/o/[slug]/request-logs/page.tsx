import type { Metadata } from "next";
import { RequestLogsScreen } from "../../../../../src/portal/requests/request-logs-screen.tsx";
import { requestLogsScreen as t } from "../../../../../src/portal/requests/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <RequestLogsScreen />;
}
