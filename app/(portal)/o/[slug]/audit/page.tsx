import type { Metadata } from "next";
import { AuditScreen } from "../../../../../src/portal/audit/audit-screen.tsx";
import { auditScreen as t } from "../../../../../src/portal/audit/strings.ts";

export const metadata: Metadata = { title: t.auditLog };

export default function Page() {
  return <AuditScreen />;
}
