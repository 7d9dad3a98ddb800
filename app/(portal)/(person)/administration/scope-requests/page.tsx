import type { Metadata } from "next";
import { ScopeRequestsScreen } from "../../../../../src/portal/administration/scope-requests/scope-requests-screen.tsx";
import { scopeRequestsScreen as t } from "../../../../../src/portal/administration/scope-requests/strings.ts";

export const metadata: Metadata = { title: t.elevatedScopes };

export default function Page() {
  return <ScopeRequestsScreen />;
}
