import { useId, useState, type Ref } from "react";
import type { Scope } from "../../../contract/scopes.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { FieldError } from "../../ui/forms/field.tsx";
import { findElevated, summarizeScopes } from "./scope-grid.ts";
import { describePreset, findPreset, scopePresets, type ScopePreset } from "./scope-presets.ts";
import { presetChoice as t } from "./strings.ts";

/** What is shown of the scopes: the presets; how many there are; or each of them. */
export type ScopesView = "presets" | "summary" | "table";

interface PresetChoiceProps {
  value: readonly Scope[];
  view: ScopesView;
  onView: (view: ScopesView) => void;
  onChange: (scopes: Scope[]) => void;
  error: string | undefined;
  /** Focused if the scopes are invalid while the presets show. */
  inputRef: Ref<HTMLButtonElement>;
}

/** The presets; once one is chosen, or the scopes one by one, a line that leads back to them. */
export function PresetChoice(props: PresetChoiceProps) {
  const { value, view, onView, onChange } = props;
  const [before, setBefore] = useState<readonly Scope[]>([]);
  const choose = (preset: ScopePreset) => {
    // What a preset has can be had again.
    setBefore(findPreset(value) === null ? value : []);
    onChange([...preset.scopes]);
    onView("summary");
  };
  if (view === "presets") return <PresetCards {...props} onChoose={choose} />;
  return (
    <ChosenLine
      value={value}
      view={view}
      onView={onView}
      onUndo={
        before.length === 0
          ? null
          : () => {
              onChange([...before]);
              setBefore([]);
              onView("table");
            }
      }
    />
  );
}

interface PresetCardsProps extends PresetChoiceProps {
  onChoose: (preset: ScopePreset) => void;
}

function PresetCards({ value, onView, error, inputRef, onChoose }: PresetCardsProps) {
  const errorId = useId();
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm font-semibold">{t.startFromPreset}</p>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {scopePresets.map((preset, place) => (
          <PresetButton
            key={preset.id}
            ref={place === 0 ? inputRef : undefined}
            preset={preset}
            isChosen={findPreset(value)?.id === preset.id}
            errorId={error === undefined ? undefined : errorId}
            onChoose={() => onChoose(preset)}
          />
        ))}
      </div>
      <FieldError id={errorId} message={error} />
      <Button size="sm" aria-expanded={false} onClick={() => onView("table")}>
        {value.length === 0 ? t.chooseOneByOne : t.changeScopes}
      </Button>
    </div>
  );
}

interface ChosenLineProps {
  value: readonly Scope[];
  view: ScopesView;
  onView: (view: ScopesView) => void;
  /** null if there is nothing to restore. */
  onUndo: (() => void) | null;
}

function ChosenLine({ value, view, onView, onUndo }: ChosenLineProps) {
  const id = useId();
  const preset = findPreset(value);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {view === "summary" && (
        <>
          <p id={id}>
            {preset !== null && <strong className="font-semibold">{preset.title}</strong>}{" "}
            <span className="text-muted">{summarizeScopes(value.length, findElevated(value).length, 0)}</span>
          </p>
          <Button size="sm" aria-expanded={false} aria-describedby={id} onClick={() => onView("table")}>
            {t.changeScopes}
          </Button>
        </>
      )}
      <Button size="sm" variant={view === "summary" ? "ghost" : "secondary"} onClick={() => onView("presets")}>
        {preset === null ? t.startFromPreset : t.changePreset}
      </Button>
      {onUndo !== null && (
        <Button size="sm" variant="ghost" onClick={onUndo}>
          {t.undo}
        </Button>
      )}
    </div>
  );
}

interface PresetButtonProps {
  ref: Ref<HTMLButtonElement> | undefined;
  preset: ScopePreset;
  isChosen: boolean;
  errorId: string | undefined;
  onChoose: () => void;
}

function PresetButton({ ref, preset, isChosen, errorId, onChoose }: PresetButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-pressed={isChosen}
      aria-describedby={errorId}
      onClick={onChoose}
      className={cn(
        "flex cursor-pointer flex-col rounded-md border border-edge bg-surface px-3.5 py-3 text-left text-sm shadow-xs transition-colors hover:bg-sunken",
        isChosen && "border-accent bg-accent-soft ring-1 ring-accent hover:bg-accent-soft",
      )}
    >
      <span className="font-semibold">{preset.title}</span>
      <span className="mt-0.5 leading-snug text-muted">{preset.description}</span>
      <span className="mt-2 grid gap-1 text-[0.8125rem] leading-snug">
        {describePreset(preset).map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </span>
    </button>
  );
}
