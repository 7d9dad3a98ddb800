import { catalog } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

export const attentionLine = catalog({
  needsAttention: (count: number) => plural(count, "# item needs attention", "# items need attention"),
});
