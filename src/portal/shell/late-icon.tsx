import type * as icons from "./late-icons.ts";
import { later } from "../ui/feedback/later.tsx";
import type { Icon } from "../ui/icon.ts";

/** An icon of the settings or of a tool, in its space: its script is fetched when the first of them is shown. */
export const lateIcon = (choose: (from: typeof icons) => Icon): Icon =>
  later(() => import("./late-icons.ts").then(choose), IconSpace);

function IconSpace() {
  return <span aria-hidden className="size-4.5 shrink-0" />;
}
