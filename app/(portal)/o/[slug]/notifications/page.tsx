import type { Metadata } from "next";
import { NotificationsScreen } from "../../../../../src/portal/notifications/notifications-screen.tsx";

export const metadata: Metadata = { title: "Notifications" };

export default function Page() {
  return <NotificationsScreen />;
}
