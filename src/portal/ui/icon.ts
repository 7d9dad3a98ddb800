import type { ComponentType } from "react";

/** What is drawn beside a label: lucide's icons, and those that are loaded when they are shown. */
export type Icon = ComponentType<{ className?: string | undefined; "aria-hidden"?: boolean }>;
