import { useFormContext } from "react-hook-form";
import { cn } from "../../ui/class-names.ts";
import { listChanges } from "./key-changes.ts";
import type { KeyValues } from "./key-form.ts";
import { changeSummary as t } from "./lazy-strings.ts";

const shown = 6;
const looks = { widens: "text-warning font-semibold", narrows: "text-text", none: "" } as const;

/** What saving would widen and narrow, for the bar with the button. */
export function ChangeSummary({ before }: { before: KeyValues }) {
  const { watch } = useFormContext<KeyValues>();
  const changes = listChanges(before, watch());
  const isWider = changes.some(({ effect }) => effect === "widens");
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-3">
      <span>{isWider ? t.widensThisKey : t.unsavedChanges}</span>
      {changes.slice(0, shown).map(({ text, effect }) => (
        <span key={text} className={cn("wrap-anywhere", looks[effect ?? "none"])}>
          {text}
        </span>
      ))}
      {changes.length > shown && <span>{t.andMore(changes.length - shown)}</span>}
    </span>
  );
}
