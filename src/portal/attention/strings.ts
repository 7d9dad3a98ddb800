import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const attentionPanel = catalog({
  itemsThatNeedAttention: "Items that need attention", snoozedForDay: "Snoozed for a day.",
  notSnoozed: (message: string) => `Not snoozed. ${message}`, expires: (time: ReactNode) => rich`Expires ${time}. `,
  snoozeItem: (title: string) => `Snooze for a day: ${title}`, snooze: "Snooze for a day",
});

export const resumeKey = catalog({ resumeItem: (title: string) => `Resume key: ${title}`, resumeKey: "Resume key" });
