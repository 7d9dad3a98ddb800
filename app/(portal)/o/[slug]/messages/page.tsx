import type { Metadata } from "next";
import { MessagesScreen } from "../../../../../src/portal/messages/messages-screen.tsx";
import { messagesScreen as t } from "../../../../../src/portal/messages/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <MessagesScreen />;
}
