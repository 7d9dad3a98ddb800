import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { listActions } from "../list/key-status.ts";
import type { Key } from "../portal-types.ts";
import { countKeys } from "./run-each.ts";
import type { BulkAction, BulkChoice } from "./use-bulk.ts";
import { later } from "../../ui/feedback/later.tsx";
import { bulkBar as t } from "./strings.ts";

const CompareDialog = later(() => import("./compare-dialog.tsx").then((module) => module.CompareDialog));

/** Fewer than the requests that a person has in a minute. */
const most = 50;

const actions: readonly [BulkAction, string][] = [
  ["extend", t.extend],
  ["rotate", t.rotate],
  ["reassign", t.replaceActingAttorney],
  ["revoke", t.revoke],
];

interface BulkBarProps {
  /** The selected keys. */
  keys: readonly Key[];
  onChoose: (choice: BulkChoice) => void;
  onClear: () => void;
}

function describeLimit(selected: number, changeable: number): string {
  if (changeable > most) return t.selectAtMostKeys(most);
  return changeable < selected ? t.revoked(countKeys(selected - changeable)) : "";
}

/** At the foot of the window while keys are selected. A revoked key can be selected, but no longer changed. */
export function BulkBar({ keys, onChoose, onClear }: BulkBarProps) {
  const [isComparing, setComparing] = useState(false);
  const [one, other] = keys;
  const changeable = keys.filter((key) => listActions(key).change);
  const hint = describeLimit(keys.length, changeable.length);
  return (
    <section
      aria-label={t.selectedKeys}
      className="sticky bottom-0 z-10 -mx-4 mt-2 flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-3 sm:mx-0 sm:px-0"
    >
      <output className="mr-auto text-sm max-sm:basis-full">
        <strong className="font-semibold">{t.selected(countKeys(keys.length))}</strong>
        {hint !== "" && <span className="text-muted">{` · ${hint}`}</span>}
      </output>
      <Button
        size="sm"
        disabled={keys.length !== 2}
        title={keys.length === 2 ? undefined : t.selectTwoKeys}
        onClick={() => setComparing(true)}
      >
        {t.compare}
      </Button>
      {actions.map(([action, label]) => (
        <Button
          key={action}
          size="sm"
          variant={action === "revoke" ? "danger-quiet" : "secondary"}
          disabled={changeable.length === 0 || changeable.length > most}
          onClick={() => onChoose({ action, keys: changeable })}
        >
          {label}
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={onClear}>
        {t.clear((text) => (
          <span className="sr-only">{text}</span>
        ))}
      </Button>
      {isComparing && one !== undefined && other !== undefined && (
        <CompareDialog keys={[one, other]} onClose={() => setComparing(false)} />
      )}
    </section>
  );
}
