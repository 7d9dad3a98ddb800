import type { Metadata } from "next";
import { CalendarFeedsScreen } from "../../../../../src/portal/calendar-feeds/calendar-feeds-screen.tsx";
import { calendarFeedsScreen as t } from "../../../../../src/portal/calendar-feeds/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <CalendarFeedsScreen />;
}
