import { Check } from "lucide-react";
import { useState } from "react";
import type { Scope } from "../../../contract/scopes.ts";
import { cn } from "../../ui/class-names.ts";
import { describePreset, findPreset, scopePresets, type ScopePreset } from "./scope-presets.ts";
import { presetChoice as t } from "./strings.ts";

interface PresetChoiceProps {
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
}

export function PresetChoice({ value, onChange }: PresetChoiceProps) {
  const [before, setBefore] = useState<{ preset: ScopePreset; scopes: readonly Scope[] } | null>(null);
  const chosen = findPreset(value);
  const choose = (preset: ScopePreset) => {
    setBefore({ preset, scopes: value });
    onChange([...preset.scopes]);
  };
  const isFresh = before !== null && chosen?.id === before.preset.id;
  return (
    <div className="grid gap-3">
      <p className="text-sm font-semibold">{t.startFromPreset}</p>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {scopePresets.map((preset) => (
          <PresetButton
            key={preset.id}
            preset={preset}
            isChosen={chosen?.id === preset.id}
            onChoose={() => choose(preset)}
          />
        ))}
      </div>
      <p aria-live="polite" className="min-h-6 text-sm text-muted">
        {isFresh &&
          t.selected(before.preset.title, before.preset.scopes.length, (text) => (
            <button
              type="button"
              className="cursor-pointer rounded py-0.5 text-accent underline underline-offset-3"
              onClick={() => {
                onChange([...before.scopes]);
                setBefore(null);
              }}
            >
              {text}
            </button>
          ))}
      </p>
    </div>
  );
}

function PresetButton({
  preset,
  isChosen,
  onChoose,
}: {
  preset: ScopePreset;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cn(
        "flex cursor-pointer flex-col rounded-md border border-edge bg-surface px-3.5 py-3 text-left text-sm shadow-xs transition-colors hover:bg-sunken",
        isChosen && "border-accent bg-accent-soft ring-1 ring-accent hover:bg-accent-soft",
      )}
    >
      <span className="flex items-center justify-between gap-2 font-semibold">
        {preset.title}
        {isChosen && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
      </span>
      <span className="mt-0.5 leading-snug text-muted">{preset.description}</span>
      <span className="mt-2 grid gap-1 text-[0.8125rem] leading-snug">
        {describePreset(preset).map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </span>
    </button>
  );
}
