import type { Metadata } from "next";
import { NotificationsScreen } from "../../../../../src/portal/notifications/notifications-screen.tsx";
import { notificationsScreen as t } from "../../../../../src/portal/notifications/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <NotificationsScreen />;
}
