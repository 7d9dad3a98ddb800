import type { Metadata } from "next";
import { RequestLogsScreen } from "../../../../../src/portal/requests/request-logs-screen.tsx";

export const metadata: Metadata = { title: "Request logs" };

export default function Page() {
  return <RequestLogsScreen />;
}
