import type { Metadata } from "next";
import { CalendarsScreen } from "../../../../../../src/portal/holiday-calendars/calendars-screen.tsx";
import { calendarsScreen as t } from "../../../../../../src/portal/holiday-calendars/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <CalendarsScreen />;
}
